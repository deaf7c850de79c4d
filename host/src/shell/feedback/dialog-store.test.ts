import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LateOutcome } from '@fridge/shared-ui';
import type { DialogFrame } from './dialog-loader.ts';
import { createDialogs } from './dialog-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** With the dialog's code there already. */
const code: { default: DialogFrame } = { default: () => null };
const loader = { load: async () => ({ ok: true, code }) as const };
const ready = () => createDialogs(loader, vi.fn());
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

  it('are all answered with no when their screen is left', async () => {
    const dialogs = ready();
    const answers = Promise.all([dialogs.confirm(content('一')), dialogs.confirm(content('二'))]);
    dialogs.dismissAll();
    expect(await answers).toEqual([false, false]);
    vi.advanceTimersByTime(160);
    expect(dialogs.store.getState().shown).toBeNull();
  });

  it('are told of once each, as they come on the screen', async () => {
    const shown = vi.fn();
    const dialogs = createDialogs(loader, vi.fn(), shown);
    void dialogs.confirm(content('一'));
    expect(shown).not.toHaveBeenCalled();
    await settle();
    expect(shown).toHaveBeenCalledOnce();
    void dialogs.confirm(content('二'));
    expect(shown).toHaveBeenCalledOnce();
    dialogs.answer(dialogs.store.getState().shown?.id ?? 0, true);
    vi.advanceTimersByTime(160);
    expect(shown).toHaveBeenCalledTimes(2);
  });

  it('are asked by the next screen while the last one\'s still leaves', async () => {
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

  it('wait while the dialog\'s code is on its way, and hold nobody up who has left', async () => {
    let arrive: (outcome: LateOutcome<typeof code>) => void = () => undefined;
    const missing = vi.fn();
    const dialogs = createDialogs({ load: () => new Promise((resolve) => (arrive = resolve)) }, missing);
    const answer = dialogs.confirm(content('一'));
    expect(dialogs.store.getState()).toEqual({ shown: null, waiting: true });
    dialogs.dismissAll();
    expect(await answer).toBe(false);
    arrive({ ok: false, reason: 'failed' });
    await settle();
    expect([dialogs.store.getState(), missing.mock.calls.length]).toEqual([{ shown: null, waiting: false }, 0]);
  });

  it('are all answered with no, after one word to the user, when the code does not come', async () => {
    const missing = vi.fn();
    const dialogs = createDialogs({ load: async () => ({ ok: false, reason: 'failed' }) }, missing);
    expect(await Promise.all([dialogs.confirm(content('一')), dialogs.confirm(content('二'))])).toEqual([false, false]);
    expect(missing).toHaveBeenCalledOnce();
    expect(dialogs.store.getState()).toEqual({ shown: null, waiting: false });
  });
});
