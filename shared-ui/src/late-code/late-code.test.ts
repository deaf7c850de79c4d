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

  it('serves whoever waits or asks when it arrives after its limit', async () => {
    let arrive: (code: typeof piece) => void = () => {};
    const hanging = () => new Promise<typeof piece>((resolve) => (arrive = resolve));
    const importCode = vi.fn(hanging);
    const late = createLateCode(importCode, 100);
    const listener = vi.fn();
    late.subscribe(listener);
    const first = late.load();
    await vi.advanceTimersByTimeAsync(100);
    const arriveLate = arrive;
    const second = late.load();
    arriveLate(piece);
    expect([await first, await second]).toEqual([{ ok: false, reason: 'timeout' }, loaded]);
    expect(await late.load()).toEqual(loaded);
    expect([listener.mock.calls.length, importCode.mock.calls.length]).toEqual([1, 2]);
  });
});
