import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DialogFrame } from './dialog-frame.ts';
import { createDialogLoader } from './dialog-loader.ts';
import { PlainDialog } from './plain-dialog.tsx';

const Real: DialogFrame = () => null;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the dialog\'s code', () => {
  it('comes once, when it is asked for', async () => {
    const load = vi.fn(async () => ({ default: Real }));
    const loader = createDialogLoader(load);
    expect([loader.get(), load.mock.calls.length]).toEqual([null, 0]);
    loader.load();
    loader.load();
    await vi.advanceTimersByTimeAsync(0);
    loader.load();
    expect(loader.get()).toBe(Real);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is stood in for when it fails, and tried again for the next dialog', async () => {
    const load = vi.fn<() => Promise<{ default: DialogFrame }>>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue({ default: Real });
    const loader = createDialogLoader(load);
    loader.load();
    await vi.advanceTimersByTimeAsync(0);
    expect(loader.get()).toBe(PlainDialog);
    loader.load();
    await vi.advanceTimersByTimeAsync(0);
    expect(loader.get()).toBe(Real);
  });

  it('is not stood in for while no dialog is asked for', async () => {
    const load = vi.fn<() => Promise<{ default: DialogFrame }>>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue({ default: Real });
    const loader = createDialogLoader(load);
    loader.preload();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(loader.get()).toBeNull();
    loader.load();
    await vi.advanceTimersByTimeAsync(0);
    expect(loader.get()).toBe(Real);
    loader.preload();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is stood in for when it takes too long', async () => {
    const loader = createDialogLoader(() => new Promise(() => {}));
    loader.load();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(loader.get()).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(loader.get()).toBe(PlainDialog);
  });
});
