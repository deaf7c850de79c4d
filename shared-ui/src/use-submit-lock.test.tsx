// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useSubmitLock } from './use-submit-lock.ts';

it('submits once, again after a failure or an error, and never after what it did', async () => {
  const { result } = renderHook(() => useSubmitLock());
  const ends: { resolve: (done: boolean) => void; reject: (error: Error) => void }[] = [];
  const submit = vi.fn(() => new Promise<boolean>((resolve, reject) => ends.push({ resolve, reject })));
  const press = () => {
    let pressed = Promise.resolve();
    act(() => void (pressed = result.current.submitOnce(submit)));
    return pressed;
  };
  void press();
  void press();
  expect([submit.mock.calls.length, result.current.locked]).toEqual([1, true]);
  await act(async () => ends[0]?.resolve(false));
  expect(result.current.locked).toBe(false);
  const failing = expect(press()).rejects.toThrow('fault');
  await act(async () => ends[1]?.reject(new Error('fault')));
  await failing;
  expect(result.current.locked).toBe(false);
  void press();
  await act(async () => ends[2]?.resolve(true));
  void press();
  expect([submit.mock.calls.length, result.current.locked]).toEqual([3, true]);
});

it('aborts when it is left', async () => {
  const { result, unmount } = renderHook(() => useSubmitLock());
  const submit = vi.fn<(signal: AbortSignal) => Promise<boolean>>(async () => true);
  await act(() => result.current.submitOnce(submit));
  expect(submit.mock.calls[0]?.[0].aborted).toBe(false);
  unmount();
  expect(submit.mock.calls[0]?.[0].aborted).toBe(true);
});
