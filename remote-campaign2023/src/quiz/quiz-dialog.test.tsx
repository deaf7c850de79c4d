// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createLateCode } from '@fridge/shared-ui';
import * as steps from './quiz-steps.tsx';
import { useQuizSteps } from './quiz-dialog.tsx';

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

it('asks for nothing before the quiz starts, and then once', async () => {
  const load = arrivingAfter(0);
  const late = createLateCode(load);
  const { result, rerender } = renderHook(({ active }) => useQuizSteps(active, late), {
    initialProps: { active: false },
  });
  expect(result.current.steps).toBeNull();
  expect(load).not.toHaveBeenCalled();
  rerender({ active: true });
  await waitFor(() => expect(result.current.steps).toBe(steps));
  rerender({ active: true });
  expect(load).toHaveBeenCalledTimes(1);
});

it('says when they did not arrive, and a retry brings them', async () => {
  const late = createLateCode(arrivingAfter(1));
  const { result } = renderHook(() => useQuizSteps(true, late));
  await waitFor(() => expect(result.current.failed).toBe(true));
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.steps).toBe(steps));
  expect(result.current.failed).toBe(false);
});

it('brings them by itself when the network is back', async () => {
  const late = createLateCode(arrivingAfter(1));
  const { result } = renderHook(() => useQuizSteps(true, late));
  await waitFor(() => expect(result.current.failed).toBe(true));
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(result.current.steps).toBe(steps));
});

it('goes on offering the retry however often they fail', async () => {
  const late = createLateCode(arrivingAfter(2));
  const { result } = renderHook(() => useQuizSteps(true, late));
  for (const _ of [1, 2]) {
    await waitFor(() => expect(result.current.failed).toBe(true));
    act(() => result.current.retry());
  }
  await waitFor(() => expect(result.current.steps).toBe(steps));
});
