// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useAppIsSlow } from './use-app-is-slow.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('says so after two seconds, and begins anew with every wait', () => {
  const { result, rerender } = renderHook(({ waiting }) => useAppIsSlow(waiting), { initialProps: { waiting: true } });
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  pass(1_999);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
  rerender({ waiting: false });
  expect(result.current).toBe(false);
  rerender({ waiting: true });
  pass(1_999);
  expect(result.current).toBe(false);
});
