import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDialogLoader, DIALOG_LIMIT_MS, type DialogFrame } from './dialog-loader.ts';

const Real: DialogFrame = () => null;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the dialog\'s code', () => {
  it('comes once, when it is asked for', async () => {
    const importFrame = vi.fn(async () => ({ default: Real }));
    const loader = createDialogLoader(importFrame);
    expect([loader.frame.getState().Frame, importFrame.mock.calls.length]).toEqual([null, 0]);
    expect(await Promise.all([loader.load(), loader.load()])).toEqual([true, true]);
    expect(await loader.load()).toBe(true);
    expect(loader.frame.getState().Frame).toBe(Real);
    expect(importFrame).toHaveBeenCalledTimes(1);
  });

  it('is tried again for the next dialog when it failed, ahead of time or not', async () => {
    const importFrame = vi.fn<() => Promise<{ default: DialogFrame }>>()
      .mockRejectedValueOnce(new Error('gone')).mockRejectedValueOnce(new Error('gone')).mockResolvedValue({ default: Real });
    const loader = createDialogLoader(importFrame);
    loader.preload();
    await vi.advanceTimersByTimeAsync(0);
    expect(await loader.load()).toBe(false);
    expect(await loader.load()).toBe(true);
    loader.preload();
    expect(importFrame).toHaveBeenCalledTimes(3);
  });

  it('is waited for 10 s, and taken when it comes later', async () => {
    let arrive: (module: { default: DialogFrame }) => void = () => undefined;
    const loader = createDialogLoader(() => new Promise((resolve) => (arrive = resolve)));
    const first = loader.load();
    await vi.advanceTimersByTimeAsync(DIALOG_LIMIT_MS);
    expect(await first).toBe(false);
    arrive({ default: Real });
    await vi.advanceTimersByTimeAsync(0);
    expect(await loader.load()).toBe(true);
  });
});
