// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from './button.tsx';

afterEach(cleanup);

const labels = () =>
  [...screen.getByRole('button').children].map((label) => [label.textContent, label.classList.contains('hidden')]);

describe('Button', () => {
  it('is no submit button unless asked', () => {
    render(
      <>
        <Button>去绑定</Button>
        <Button type="submit">提交</Button>
      </>,
    );
    expect(screen.getAllByRole<HTMLButtonElement>('button').map(({ type }) => type)).toEqual(['button', 'submit']);
  });

  it('ignores presses while busy, keeps the focus and says what it does', () => {
    const press = vi.fn();
    const { rerender } = render(
      <Button busyLabel="提交中…" onClick={press}>
        提交
      </Button>,
    );
    const button = screen.getByRole('button');
    button.focus();
    fireEvent.click(button);
    rerender(
      <Button busy busyLabel="提交中…" onClick={press}>
        提交
      </Button>,
    );
    fireEvent.click(button);
    expect(press).toHaveBeenCalledTimes(1);
    expect(document.activeElement).toBe(button);
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(button.getAttribute('aria-disabled')).toBe('true');
  });

  it('submits no form while busy', () => {
    const submit = vi.fn((event: Event) => event.preventDefault());
    render(
      <form aria-label="form">
        <Button busy type="submit">
          提交
        </Button>
      </form>,
    );
    screen.getByRole('form').addEventListener('submit', submit);
    fireEvent.click(screen.getByRole('button'));
    expect(submit).not.toHaveBeenCalled();
  });

  it('holds both labels, one of them hidden, so that its width stays', () => {
    const { rerender } = render(<Button busyLabel="提交中…">提交</Button>);
    expect(labels()).toEqual([
      ['提交', false],
      ['提交中…', true],
    ]);
    rerender(
      <Button busy busyLabel="提交中…">
        提交
      </Button>,
    );
    expect(labels()).toEqual([
      ['提交', true],
      ['提交中…', false],
    ]);
  });

  it.each([
    [false, '提交'],
    [true, '提交中…'],
  ])('is named by the label that shows: busy %s', (busy, name) => {
    render(
      <Button busy={busy} busyLabel="提交中…">
        提交
      </Button>,
    );
    expect(screen.getByRole('button', { name })).toBeTruthy();
  });

  it('keeps its own label while busy when there is no other', () => {
    render(<Button busy>复制链接</Button>);
    expect(screen.getByText('复制链接').classList.contains('hidden')).toBe(false);
  });
});
