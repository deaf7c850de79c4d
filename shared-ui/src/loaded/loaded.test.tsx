// @vitest-environment happy-dom
import { commonCopy } from '@fridge/shared-contracts';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ServerData } from '../use-server-data.ts';
import { Loaded } from './loaded.tsx';

afterEach(cleanup);

const retry = vi.fn();
const view = (result: ServerData<string>, isRetrying = false) => (
  <Loaded read={{ result, isRetrying, retry }} skeleton={<i>shape</i>}>
    {(data) => <p>{data}</p>}
  </Loaded>
);
const button = () => screen.getByRole('button', { name: commonCopy['common.retry'] });

describe('Loaded', () => {
  it('shows a skeleton while it loads, then the content', () => {
    const { container, rerender } = render(view({ phase: 'loading' }));
    expect([screen.getByRole('status').textContent, container.textContent]).toEqual([
      commonCopy['common.loading'],
      `${commonCopy['common.loading']}shape`,
    ]);
    rerender(view({ phase: 'ready', data: 'tea', missing: null }));
    expect(container.textContent).toBe('tea');
  });

  it('announces a failure and keeps the focus: on its retry while it is busy, within the content then', () => {
    const { container, rerender } = render(view({ phase: 'failed', message: 'broken' }));
    expect(screen.getByRole('alert').textContent).toBe('broken');
    button().focus();
    fireEvent.click(button());
    expect(retry).toHaveBeenCalledTimes(1);
    rerender(view({ phase: 'failed', message: 'broken' }, true));
    expect([document.activeElement, button().getAttribute('aria-busy')]).toEqual([button(), 'true']);
    rerender(view({ phase: 'ready', data: 'tea', missing: null }));
    expect(document.activeElement).toBe(container.firstElementChild);
  });

  it('leaves a focus alone that is elsewhere', () => {
    const { rerender } = render(view({ phase: 'failed', message: 'broken' }));
    button().focus();
    button().blur();
    rerender(view({ phase: 'ready', data: 'tea', missing: null }));
    expect(document.activeElement).toBe(document.body);
  });

  it('shows what is there with what is missing', () => {
    render(view({ phase: 'ready', data: 'tea', missing: 'broken' }));
    expect([screen.getByRole('alert').textContent, screen.getByText('tea').tagName]).toEqual(['broken', 'P']);
  });

  it('asks a guest to log in, in its own words or in those of the screen', () => {
    const { container, rerender } = render(view({ phase: 'needsLogin' }));
    expect(screen.getByRole('alert').textContent).toBe(commonCopy['host.login.required.toast']);
    rerender(
      <Loaded read={{ result: { phase: 'needsLogin' }, isRetrying: false, retry }} skeleton="" needsLogin="outside">
        {() => null}
      </Loaded>,
    );
    expect(container.textContent).toBe('outside');
  });
});
