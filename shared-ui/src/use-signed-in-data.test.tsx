// @vitest-environment happy-dom
import type { Permission, Session } from '@fridge/shared-contracts';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LoadContext, type Loaded, type SignedInDataOptions, useSignedInData } from './use-signed-in-data.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const guest: Session = {
  status: 'guest',
  userId: '',
  nickName: '',
  headImgUrl: '',
  mobile: '',
  homeId: '',
  fridge: null,
  needsFridge: false,
};
const user = (userId: string): Session => ({ ...guest, status: 'user', userId });

function mount(first: Session, options: SignedInDataOptions = {}) {
  let session = first;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const require = vi.fn(() => new Promise<Permission>(() => {}));
  const host = {
    session: { getState: () => session, subscribe, require, bindFridge: async () => {} },
    visibility: { getState: () => 'visible' as const, subscribe: () => () => {} },
  };
  const loads: (LoadContext & { answer: (loaded: Loaded<string>) => void })[] = [];
  const load = vi.fn(
    (context: LoadContext) => new Promise<Loaded<string>>((answer) => loads.push({ ...context, answer })),
  );
  const { result, unmount } = renderHook(() => useSignedInData(host, load, options));
  return {
    require,
    loads,
    unmount,
    shown: () => result.current.result,
    retry: () => act(() => result.current.retry()),
    become: (next: Session) =>
      act(() => {
        session = next;
        for (const listener of listeners) listener();
      }),
    answer: (index: number, loaded: Loaded<string>) => act(async () => loads[index]?.answer(loaded)),
    comeBack: () =>
      act(() => {
        window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
        vi.advanceTimersByTime(0);
      }),
  };
}
const ok = (data: string): Loaded<string> => ({ ok: true, data });
const failed: Loaded<string> = { ok: false, message: 'broken' };

it('waits for the session, loads, and loads again for another user', async () => {
  const hook = mount({ ...guest, status: 'unknown' });
  expect([hook.shown(), hook.loads.length, hook.require.mock.calls.length]).toEqual([{ phase: 'loading' }, 0, 0]);
  hook.become(user('u1'));
  await hook.answer(0, ok('tea'));
  expect(hook.shown()).toEqual({ phase: 'ready', data: 'tea' });
  hook.become(user('u2'));
  expect(hook.shown()).toEqual({ phase: 'loading' });
});

it('tells an app that does not answer from a guest', () => {
  const silent = { ...guest, appIsSilent: true } as const;
  const hook = mount(silent);
  expect(hook.shown()).toEqual({ phase: 'failed', message: '鲜居App暂时没有响应，请稍后再试' });
  hook.retry();
  expect(hook.require).toHaveBeenCalledTimes(2);
  hook.become(guest);
  expect(hook.shown()).toEqual({ phase: 'needsLogin' });
});

it("never shows another user's late answer", async () => {
  const hook = mount(user('u1'));
  hook.become(user('u2'));
  await hook.answer(0, ok('of u1'));
  expect([hook.shown(), hook.loads[0]?.signal.aborted]).toEqual([{ phase: 'loading' }, true]);
  await hook.answer(1, ok('of u2'));
  expect(hook.shown()).toEqual({ phase: 'ready', data: 'of u2' });
});

it('shows a failure and tries again', async () => {
  const hook = mount(user('u1'));
  await hook.answer(0, failed);
  expect(hook.shown()).toEqual({ phase: 'failed', message: 'broken' });
  hook.retry();
  expect(hook.shown()).toEqual({ phase: 'loading' });
  await hook.answer(1, ok('tea'));
  expect(hook.shown()).toEqual({ phase: 'ready', data: 'tea' });
});

it('says at once that a guest needs to log in, while the login page is open, and asks again on a retry', async () => {
  const hook = mount(guest);
  expect([hook.shown(), hook.require.mock.calls.length]).toEqual([{ phase: 'needsLogin' }, 1]);
  hook.retry();
  expect([hook.shown(), hook.require.mock.calls.length]).toEqual([{ phase: 'needsLogin' }, 2]);
  hook.become(user('u1'));
  await hook.answer(0, ok('tea'));
  expect(hook.shown()).toEqual({ phase: 'ready', data: 'tea' });
});

it('asks no guest to log in with `wait`', () => {
  const hook = mount(guest, { guest: 'wait' });
  expect([hook.shown(), hook.loads.length, hook.require.mock.calls.length]).toEqual([{ phase: 'needsLogin' }, 0, 0]);
});

it('loads again on return: the data stays meanwhile and beyond a failure', async () => {
  const hook = mount(user('u1'));
  await hook.answer(0, ok('tea'));
  hook.comeBack();
  expect([hook.shown(), hook.loads[1]?.refresh]).toEqual([{ phase: 'ready', data: 'tea' }, true]);
  await hook.answer(1, failed);
  expect(hook.shown()).toEqual({ phase: 'ready', data: 'tea' });
  hook.comeBack();
  await hook.answer(2, ok('milk'));
  expect(hook.shown()).toEqual({ phase: 'ready', data: 'milk' });
});

it('drops an answer that arrives after the answer to a newer question', async () => {
  const hook = mount(user('u1'));
  hook.comeBack();
  await hook.answer(1, ok('new'));
  await hook.answer(0, ok('old'));
  expect(hook.shown()).toEqual({ phase: 'ready', data: 'new' });
});

it('keeps data that outlasts the session until another user logs in', async () => {
  const hook = mount(user('u1'), { outlastsSession: true });
  await hook.answer(0, ok('tea'));
  hook.become(guest);
  hook.comeBack();
  expect([hook.shown(), hook.loads.length, hook.require.mock.calls.length]).toEqual([
    { phase: 'ready', data: 'tea' },
    1,
    0,
  ]);
  hook.become(user('u2'));
  expect([hook.shown(), hook.loads.length]).toEqual([{ phase: 'loading' }, 2]);
});

it('tries again once when the network is back, and leaves what it has alone', async () => {
  const hook = mount(user('u1'));
  const goOnline = () => act(() => void window.dispatchEvent(new Event('online')));
  await hook.answer(0, failed);
  expect(hook.loads).toHaveLength(1);
  goOnline();
  expect([hook.shown(), hook.loads.length]).toEqual([{ phase: 'loading' }, 2]);
  await hook.answer(1, failed);
  expect([hook.shown().phase, hook.loads.length]).toEqual(['failed', 2]);
  goOnline();
  await hook.answer(2, ok('tea'));
  goOnline();
  expect([hook.shown(), hook.loads.length]).toEqual([{ phase: 'ready', data: 'tea' }, 3]);
});
