// @vitest-environment happy-dom
import { commonCopy, type Permission, type Session } from '@fridge/shared-contracts';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type LoadContext, type ServerAnswer, type ServerDataOptions, useServerData } from './use-server-data.ts';

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

function mount(first: Session, options: ServerDataOptions = {}) {
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
  const loads: (LoadContext & { answer: (answer: ServerAnswer<string>) => void })[] = [];
  const load = vi.fn(
    (context: LoadContext) => new Promise<ServerAnswer<string>>((answer) => loads.push({ ...context, answer })),
  );
  const { result, unmount } = renderHook(() => useServerData(host, load, options));
  return {
    host,
    require,
    loads,
    unmount,
    shown: () => result.current.result,
    isRetrying: () => result.current.isRetrying,
    change: (data: string, isComplete?: boolean) =>
      act(() => result.current.change((before) => `${before ?? ''}${data}`, isComplete)),
    retryOfThisRender: () => result.current.retry,
    retry: () => act(() => void result.current.retry()),
    become: (next: Session) =>
      act(() => {
        session = next;
        for (const listener of listeners) listener();
      }),
    answer: (index: number, answer: ServerAnswer<string>) => act(async () => loads[index]?.answer(answer)),
    comeBack: () =>
      act(() => {
        window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
        vi.advanceTimersByTime(0);
      }),
  };
}
const ok = (data: string): ServerAnswer<string> => ({ ok: true, data });
const failed: ServerAnswer<string> = { ok: false, message: 'broken' };
const ready = (data: string, missing: string | null = null) => ({ phase: 'ready', data, missing });
const partial = (data: string): ServerAnswer<string> => ({ ok: true, data, missing: { message: 'broken' } });

it('waits for the session, loads, and loads again for another user', async () => {
  const hook = mount({ ...guest, status: 'unknown' });
  expect([hook.shown(), hook.loads.length, hook.require.mock.calls.length]).toEqual([{ phase: 'loading' }, 0, 0]);
  hook.become(user('u1'));
  await hook.answer(0, ok('tea'));
  expect(hook.shown()).toEqual(ready('tea'));
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
  expect(hook.shown()).toEqual(ready('of u2'));
});

it('shows a failure and tries again', async () => {
  const hook = mount(user('u1'));
  await hook.answer(0, failed);
  expect(hook.shown()).toEqual({ phase: 'failed', message: 'broken' });
  hook.retry();
  expect([hook.shown(), hook.isRetrying()]).toEqual([{ phase: 'failed', message: 'broken' }, true]);
  await hook.answer(1, ok('tea'));
  expect([hook.shown(), hook.isRetrying()]).toEqual([ready('tea'), false]);
});

it.each([
  ['refused', 'closed', 'closed'],
  ['refused', '', commonCopy['common.loadFail']],
  ['timeout', 'of the host', commonCopy['common.loadFail']],
] as const)('tells a %s answer with "%s" as "%s"', async (reason, message, text) => {
  const hook = mount(user('u1'));
  await hook.answer(0, { ok: false, reason, message });
  expect(hook.shown()).toEqual({ phase: 'failed', message: text });
});

it('shows an answer that is partly a failure, and replaces complete data by complete data alone', async () => {
  const hook = mount(user('u1'));
  await hook.answer(0, partial('tea'));
  expect(hook.shown()).toEqual(ready('tea', 'broken'));
  hook.retry();
  await hook.answer(1, partial('milk'));
  expect(hook.shown()).toEqual(ready('milk', 'broken'));
  hook.comeBack();
  await hook.answer(2, ok('tea and milk'));
  hook.comeBack();
  await hook.answer(3, partial('tea'));
  expect(hook.shown()).toEqual(ready('tea and milk'));
  hook.retry();
  await hook.answer(4, failed);
  expect(hook.shown()).toEqual(ready('tea and milk', 'broken'));
});

it('reads what is missing when the network is back', async () => {
  const hook = mount(user('u1'));
  await hook.answer(0, partial('tea'));
  act(() => void window.dispatchEvent(new Event('online')));
  await hook.answer(1, ok('tea and milk'));
  expect([hook.shown(), hook.loads[1]?.refresh]).toEqual([ready('tea and milk'), true]);
});

it.each([
  ['stays with a change of a part', false, 'broken'],
  ['ends with a change of all', true, null],
] as const)('what is missing %s', async (_, isComplete, missing) => {
  const hook = mount(user('u1'));
  await hook.answer(0, partial('tea'));
  hook.change(' and milk', isComplete);
  expect(hook.shown()).toEqual(ready('tea and milk', missing));
});

it('keeps a change whatever an earlier read answers', async () => {
  const hook = mount(user('u1'));
  hook.change('milk');
  expect(hook.shown()).toEqual(ready('milk'));
  await hook.answer(0, ok('tea'));
  hook.change(' and tea');
  expect(hook.shown()).toEqual(ready('milk and tea'));
});

it('reads for guests too with `read`, and again for a user, whose data outlasts the session', async () => {
  const hook = mount(guest, { guest: 'read' });
  await hook.answer(0, ok('for all'));
  expect([hook.shown(), hook.require.mock.calls.length]).toEqual([ready('for all'), 0]);
  hook.become(user('u1'));
  expect(hook.shown()).toEqual({ phase: 'loading' });
  await hook.answer(1, ok('own'));
  hook.become(guest);
  hook.comeBack();
  expect([hook.shown(), hook.loads.length]).toEqual([ready('own'), 2]);
});

it('reads nothing without a function, and anew with another', async () => {
  const { host } = mount(user('u1'));
  const load = vi.fn(async ({ signal }: LoadContext) => ok(signal.aborted ? '' : 'tea'));
  const { result, rerender } = renderHook(({ current }) => useServerData(host, current), {
    initialProps: { current: null as typeof load | null },
  });
  expect(result.current.result).toEqual({ phase: 'loading' });
  rerender({ current: load });
  await act(async () => {});
  expect(result.current.result).toEqual(ready('tea'));
  rerender({ current: null });
  expect([result.current.result, load.mock.calls[0]?.[0].signal.aborted]).toEqual([{ phase: 'loading' }, true]);
});

it('says at once that a guest needs to log in, while the login page is open, and asks again on a retry', async () => {
  const hook = mount(guest);
  expect([hook.shown(), hook.require.mock.calls.length]).toEqual([{ phase: 'needsLogin' }, 1]);
  hook.retry();
  expect([hook.shown(), hook.require.mock.calls.length]).toEqual([{ phase: 'needsLogin' }, 2]);
  hook.become(user('u1'));
  await hook.answer(0, ok('tea'));
  expect(hook.shown()).toEqual(ready('tea'));
});

it('asks no guest to log in with `wait`', () => {
  const hook = mount(guest, { guest: 'wait' });
  expect([hook.shown(), hook.loads.length, hook.require.mock.calls.length]).toEqual([{ phase: 'needsLogin' }, 0, 0]);
});

it('loads again on return: the data stays meanwhile and beyond a failure', async () => {
  const hook = mount(user('u1'));
  await hook.answer(0, ok('tea'));
  hook.comeBack();
  expect([hook.shown(), hook.loads[1]?.refresh]).toEqual([ready('tea'), true]);
  await hook.answer(1, failed);
  expect(hook.shown()).toEqual(ready('tea'));
  hook.comeBack();
  await hook.answer(2, ok('milk'));
  expect(hook.shown()).toEqual(ready('milk'));
});

it('drops an answer that arrives after the answer to a newer question', async () => {
  const hook = mount(user('u1'));
  hook.comeBack();
  await hook.answer(1, ok('new'));
  await hook.answer(0, ok('old'));
  expect(hook.shown()).toEqual(ready('new'));
});

it('keeps data that outlasts the session until another user logs in', async () => {
  const hook = mount(user('u1'), { outlastsSession: true });
  await hook.answer(0, ok('tea'));
  hook.become(guest);
  hook.comeBack();
  expect([hook.shown(), hook.loads.length, hook.require.mock.calls.length]).toEqual([ready('tea'), 1, 0]);
  hook.become(user('u2'));
  expect([hook.shown(), hook.loads.length]).toEqual([{ phase: 'loading' }, 2]);
});

it('tries again once when the network is back, and leaves what it has alone', async () => {
  const hook = mount(user('u1'));
  const goOnline = () => act(() => void window.dispatchEvent(new Event('online')));
  await hook.answer(0, failed);
  expect(hook.loads).toHaveLength(1);
  goOnline();
  expect([hook.isRetrying(), hook.loads.length]).toEqual([true, 2]);
  await hook.answer(1, failed);
  expect([hook.shown().phase, hook.loads.length]).toEqual(['failed', 2]);
  goOnline();
  await hook.answer(2, ok('tea'));
  goOnline();
  expect([hook.shown(), hook.loads.length]).toEqual([ready('tea'), 3]);
});

it('reads for the present user, also by the retry of an earlier render', async () => {
  const hook = mount(user('u1'));
  const retry = hook.retryOfThisRender();
  hook.become(user('u2'));
  await hook.answer(1, ok('of u2'));
  act(() => void retry());
  await hook.answer(2, ok('newer'));
  expect([hook.shown(), hook.loads[2]?.signal.aborted]).toEqual([ready('newer'), false]);
});
