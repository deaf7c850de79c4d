// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSlowAppLabel } from './use-slow-app-label.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('says so after two seconds, and begins anew with every wait', () => {
  const { result, rerender } = renderHook(({ waiting }) => useSlowAppLabel(waiting), {
    initialProps: { waiting: true },
  });
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  pass(1_999);
  expect(result.current).toBeUndefined();
  pass(1);
  expect(result.current).toMatch(/\S/);
  rerender({ waiting: false });
  expect(result.current).toBeUndefined();
  rerender({ waiting: true });
  pass(1_999);
  expect(result.current).toBeUndefined();
});
