import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDialogQueue } from './dialog-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const content = (title: string) => ({ title, confirm: '确定' });

describe('questions to the user', () => {
  it('come one at a time, in order, and are each answered once', async () => {
    const dialogs = createDialogQueue();
    const first = dialogs.confirm(content('一'));
    const second = dialogs.confirm(content('二'));
    const id = dialogs.get()?.id ?? 0;
    expect(dialogs.get()).toMatchObject({ open: true, content: { title: '一' } });
    dialogs.answer(id, true);
    dialogs.answer(id, false);
    expect(await first).toBe(true);
    expect(dialogs.get()).toMatchObject({ open: false, content: { title: '一' } });
    vi.advanceTimersByTime(160);
    expect(dialogs.get()).toMatchObject({ open: true, content: { title: '二' } });
    dialogs.answer(dialogs.get()?.id ?? 0, false);
    expect(await second).toBe(false);
    vi.advanceTimersByTime(160);
    expect(dialogs.get()).toBeNull();
  });

  it('are all answered with no when their screen is left', async () => {
    const dialogs = createDialogQueue();
    const answers = Promise.all([dialogs.confirm(content('一')), dialogs.confirm(content('二'))]);
    dialogs.dismissAll();
    expect(await answers).toEqual([false, false]);
    vi.advanceTimersByTime(160);
    expect(dialogs.get()).toBeNull();
  });

  it('are asked by the next screen while the last one\'s still leaves', async () => {
    const dialogs = createDialogQueue();
    void dialogs.confirm(content('一'));
    dialogs.dismissAll();
    void dialogs.confirm(content('二'));
    expect(dialogs.get()).toMatchObject({ open: false, content: { title: '一' } });
    vi.advanceTimersByTime(160);
    expect(dialogs.get()).toMatchObject({ open: true, content: { title: '二' } });
  });

  it('take no answer for a dialog that is not there', () => {
    const dialogs = createDialogQueue();
    expect(() => dialogs.answer(7, true)).not.toThrow();
    dialogs.dismissAll();
    expect(dialogs.get()).toBeNull();
  });
});
