import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLateCode } from '@fridge/shared-ui';
import { createDialogs, type DialogFrame } from './dialogs.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const code: { default: DialogFrame } = { default: () => null };
const loader = createLateCode(async () => code);
const ready = () => createDialogs(vi.fn(), loader);
const settle = () => vi.advanceTimersByTimeAsync(0);
const content = (title: string) => ({ title, confirm: '确定' });

describe('questions to the user', () => {
  it('come one at a time, in order, and are each answered once', async () => {
    const dialogs = ready();
    const first = dialogs.confirm(content('一'));
    const second = dialogs.confirm(content('二'));
    await settle();
    const id = dialogs.store.getState().shown?.id ?? 0;
    expect(dialogs.store.getState().shown).toMatchObject({ open: true, content: { title: '一' } });
    dialogs.answer(id, true);
    dialogs.answer(id, false);
    expect(await first).toBe(true);
    expect(dialogs.store.getState().shown).toMatchObject({ open: false, content: { title: '一' } });
    vi.advanceTimersByTime(160);
    expect(dialogs.store.getState().shown).toMatchObject({ open: true, content: { title: '二' } });
    dialogs.answer(dialogs.store.getState().shown?.id ?? 0, false);
    expect(await second).toBe(false);
    vi.advanceTimersByTime(160);
    expect(dialogs.store.getState().shown).toBeNull();
  });

  it('are all answered with no when the user leaves their screen', async () => {
    const dialogs = ready();
    const answers = Promise.all([dialogs.confirm(content('一')), dialogs.confirm(content('二'))]);
    dialogs.dismissAll();
    expect(await answers).toEqual([false, false]);
    vi.advanceTimersByTime(160);
    expect(dialogs.store.getState().shown).toBeNull();
  });

  it('each dismiss the current toast when they open', async () => {
    const toast = vi.fn();
    const dialogs = createDialogs(toast, loader);
    void dialogs.confirm(content('一'));
    expect(toast).not.toHaveBeenCalled();
    await settle();
    void dialogs.confirm(content('二'));
    expect(toast.mock.calls).toEqual([['']]);
    dialogs.answer(dialogs.store.getState().shown?.id ?? 0, true);
    vi.advanceTimersByTime(160);
    expect(toast.mock.calls).toEqual([[''], ['']]);
  });

  it('of the next screen wait until the previous dialog has closed', async () => {
    const dialogs = ready();
    void dialogs.confirm(content('一'));
    await settle();
    dialogs.dismissAll();
    void dialogs.confirm(content('二'));
    expect(dialogs.store.getState().shown).toMatchObject({ open: false, content: { title: '一' } });
    vi.advanceTimersByTime(160);
    expect(dialogs.store.getState().shown).toMatchObject({ open: true, content: { title: '二' } });
  });

  it('take no answer for a dialog that is not there', () => {
    const dialogs = ready();
    expect(() => dialogs.answer(7, true)).not.toThrow();
    dialogs.dismissAll();
    expect(dialogs.store.getState().shown).toBeNull();
  });

  it('wait while the dialog\'s code is loaded, without a toast for a user who has left', async () => {
    let fail: (error: Error) => void = () => undefined;
    const toast = vi.fn();
    const dialogs = createDialogs(toast, createLateCode(() => new Promise((_, reject) => (fail = reject))));
    const answer = dialogs.confirm(content('一'));
    await settle();
    expect(dialogs.store.getState()).toEqual({ shown: null, waiting: true });
    dialogs.dismissAll();
    expect(await answer).toBe(false);
    fail(new Error('gone'));
    await settle();
    expect([dialogs.store.getState(), toast.mock.calls]).toEqual([{ shown: null, waiting: false }, []]);
  });

  it('are all answered with no, after one toast, when the code can not be loaded', async () => {
    const toast = vi.fn();
    const dialogs = createDialogs(toast, createLateCode(() => Promise.reject(new Error('gone'))));
    expect(await Promise.all([dialogs.confirm(content('一')), dialogs.confirm(content('二'))])).toEqual([false, false]);
    expect(toast.mock.calls).toEqual([['操作失败，请稍后再试']]);
    expect(dialogs.store.getState()).toEqual({ shown: null, waiting: false });
  });
});

it("waits 10 s for the dialog's code", async () => {
  vi.doMock('./radix-dialog.tsx', () => new Promise(() => {}));
  const settled = vi.fn();
  void createDialogs(vi.fn()).loader.load().then(settled);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(settled).toHaveBeenCalledExactlyOnceWith({ ok: false, reason: 'timeout' });
  vi.doUnmock('./radix-dialog.tsx');
});
