import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLateCode, LATE_CODE_LIMIT_MS } from './late-code.ts';

const piece = { draw: () => 'drawn' };
const loaded = { ok: true, code: piece };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('code that is loaded late', () => {
  it('is asked for once, however many wait for it', async () => {
    const importCode = vi.fn(async () => piece);
    const late = createLateCode(importCode);
    expect([late.getState(), importCode.mock.calls.length]).toEqual([null, 0]);
    expect(await Promise.all([late.load(), late.load()])).toEqual([loaded, loaded]);
    expect(await late.load()).toEqual(loaded);
    expect([late.getState(), importCode.mock.calls.length]).toEqual([piece, 1]);
  });

  it('is asked for anew after each failure, whatever threw', async () => {
    const importCode = vi
      .fn(async () => piece)
      .mockRejectedValueOnce(new Error('gone'))
      .mockImplementationOnce(() => {
        throw new Error('broken');
      });
    const late = createLateCode(importCode);
    late.preload();
    expect(await late.load()).toEqual({ ok: false, reason: 'failed' });
    expect(await late.load()).toEqual({ ok: false, reason: 'failed' });
    expect(await late.load()).toEqual(loaded);
    expect(importCode).toHaveBeenCalledTimes(3);
  });

  it('is waited for no longer than its limit, and asked for anew by the next', async () => {
    const importCode = vi.fn(async () => piece).mockReturnValueOnce(new Promise<never>(() => {}));
    const late = createLateCode(importCode);
    const first = late.load();
    await vi.advanceTimersByTimeAsync(LATE_CODE_LIMIT_MS);
    expect(await first).toEqual({ ok: false, reason: 'timeout' });
    expect(await late.load()).toEqual(loaded);
  });

  it('serves who asks after its limit with what has arrived since', async () => {
    let arrive: (code: typeof piece) => void = () => {};
    const importCode = vi.fn(() => new Promise<typeof piece>((resolve) => (arrive = resolve)));
    const late = createLateCode(importCode, 100);
    const listener = vi.fn();
    late.subscribe(listener);
    const first = late.load();
    await vi.advanceTimersByTimeAsync(100);
    expect(await first).toEqual({ ok: false, reason: 'timeout' });
    arrive(piece);
    await vi.advanceTimersByTimeAsync(0);
    expect(await late.load()).toEqual(loaded);
    expect([listener.mock.calls.length, importCode.mock.calls.length]).toEqual([1, 1]);
  });

  it('keeps the copy that came first', async () => {
    const copies: ((code: typeof piece) => void)[] = [];
    const late = createLateCode(() => new Promise<typeof piece>((resolve) => copies.push(resolve)), 100);
    void late.load();
    await vi.advanceTimersByTimeAsync(100);
    const second = late.load();
    copies[0]?.(piece);
    await vi.advanceTimersByTimeAsync(0);
    copies[1]?.({ ...piece });
    expect(await second).toEqual(loaded);
    expect(late.getState()).toBe(piece);
  });

  it('is asked for once by all who ask again, also when an attempt that was given up fails meanwhile', async () => {
    const fails: ((error: Error) => void)[] = [];
    const importCode = vi.fn(() => new Promise<typeof piece>((_, reject) => fails.push(reject)));
    const late = createLateCode(importCode, 100);
    void late.load();
    await vi.advanceTimersByTimeAsync(100);
    void late.load();
    fails[0]?.(new Error('gone'));
    await vi.advanceTimersByTimeAsync(0);
    void late.load();
    expect(importCode).toHaveBeenCalledTimes(2);
  });
});
