// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Fridge } from '../fridge/fridge.tsx';
import { BindFridge } from './bind-fridge.tsx';
import { StatePage } from './state-page.tsx';

afterEach(cleanup);

const page = (text: string) => (
  <>
    <input aria-label="field" />
    <StatePage focusHeading mood="smile" title="页面走丢了" text={text} />
  </>
);

describe('StatePage', () => {
  it('moves the focus to its heading once, and only when asked', () => {
    const { rerender } = render(page('a'));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    screen.getByRole('textbox').focus();
    rerender(page('b'));
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    cleanup();
    render(<StatePage mood="smile" title="页面走丢了" />);
    expect(document.activeElement).toBe(document.body);
  });

  it('has a button only when there is something to do', () => {
    const press = vi.fn();
    const { rerender } = render(<StatePage mood="smile" title="t" />);
    expect(screen.queryByRole('button')).toBeNull();
    rerender(<StatePage mood="smile" title="t" action={{ children: '重试', onClick: press }} />);
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(press).toHaveBeenCalledTimes(1);
  });
});

it('invites to bind a fridge with the scene of its screen, or with the fridge where that does not load', () => {
  const { container } = render(<BindFridge scene="/no-fridge.svg" onBind={async () => {}} />);
  const scene = container.querySelector('img');
  expect([scene?.alt, container.querySelector('svg')]).toEqual(['', null]);
  if (scene) fireEvent.error(scene);
  expect(container.querySelector('svg')).not.toBeNull();
});

describe('Fridge', () => {
  it.each(['smile', 'proud', 'calm', 'asleep', 'puzzled', 'unplugged', 'ajar'] as const)('%s is decoration', (mood) => {
    const { container } = render(<Fridge mood={mood} />);
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  });

  it('keeps the paints of several on one page apart', () => {
    const { container } = render(
      <>
        <Fridge mood="ajar" />
        <Fridge mood="ajar" />
      </>,
    );
    const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
