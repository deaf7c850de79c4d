// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useRetryOnline } from './use-retry-online.ts';

afterEach(cleanup);

function tried(first: string) {
  const retry = vi.fn();
  const { rerender, unmount } = renderHook(({ phase }) => useRetryOnline(phase, retry), {
    initialProps: { phase: first },
  });
  return {
    become: (phase: string) => rerender({ phase }),
    goOnline: () => act(() => void window.dispatchEvent(new Event('online'))),
    unmount,
    times: () => retry.mock.calls.length,
  };
}

describe('what failed', () => {
  it('is tried again once for each return of the network', () => {
    const { become, goOnline, times } = tried('failed');
    expect(times()).toBe(0);
    goOnline();
    expect(times()).toBe(1);
    become('loading');
    become('failed');
    expect(times()).toBe(1);
    goOnline();
    expect(times()).toBe(2);
  });

  it('is tried again when the network came back while it hung', () => {
    const { become, goOnline, times } = tried('loading');
    goOnline();
    goOnline();
    expect(times()).toBe(0);
    become('failed');
    expect(times()).toBe(1);
    become('loading');
    become('failed');
    expect(times()).toBe(1);
  });

  it('is left alone once it has succeeded or has gone', () => {
    const { become, goOnline, times, unmount } = tried('loading');
    goOnline();
    become('ready');
    goOnline();
    become('failed');
    expect(times()).toBe(0);
    unmount();
    goOnline();
    expect(times()).toBe(0);
  });
});
