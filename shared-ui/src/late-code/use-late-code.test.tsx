// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createLateCode } from './late-code.ts';
import { useLateCode } from './use-late-code.ts';

const steps = { draw: () => 'drawn' };

afterEach(cleanup);

/** Code that doesn't arrive so many times. */
function arrivingAfter(faults: number) {
  let asked = 0;
  return vi.fn(async () => {
    asked += 1;
    if (asked <= faults) throw new Error('not there');
    return steps;
  });
}

it('asks once', async () => {
  const load = arrivingAfter(0);
  const late = createLateCode(load);
  const { result, rerender } = renderHook(() => useLateCode(late));
  await waitFor(() => expect(result.current.code).toBe(steps));
  rerender();
  expect(load).toHaveBeenCalledTimes(1);
});

it('says when they did not arrive, and a retry brings them', async () => {
  const late = createLateCode(arrivingAfter(1));
  const { result } = renderHook(() => useLateCode(late));
  await waitFor(() => expect(result.current.hasFailed).toBe(true));
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.code).toBe(steps));
  expect(result.current.hasFailed).toBe(false);
});

it('brings them by itself when the network is back', async () => {
  const late = createLateCode(arrivingAfter(1));
  const { result } = renderHook(() => useLateCode(late));
  await waitFor(() => expect(result.current.hasFailed).toBe(true));
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(result.current.code).toBe(steps));
});

it('goes on offering the retry however often they fail', async () => {
  const late = createLateCode(arrivingAfter(2));
  const { result } = renderHook(() => useLateCode(late));
  for (const _ of [1, 2]) {
    await waitFor(() => expect(result.current.hasFailed).toBe(true));
    act(() => result.current.retry());
  }
  await waitFor(() => expect(result.current.code).toBe(steps));
});
