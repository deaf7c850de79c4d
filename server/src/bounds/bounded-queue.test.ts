import { describe, expect, it } from 'vitest';
import { createBoundedQueue } from './bounded-queue.ts';
import { isUnavailable, TooManyWaiting } from '../database/database.ts';

/** Work that runs until it is ended. */
function piece() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const state = { begun: false, end };
  return { state, work: () => ((state.begun = true), ended) };
}

describe('createBoundedQueue', () => {
  it('runs a limited number at a time, the rest in order', async () => {
    const { run, load } = createBoundedQueue({ name: 'numbers', atOnce: 2, waiting: 10, waitMs: 60_000 });
    const pieces = Array.from({ length: 5 }, piece);
    const begun = () => pieces.map(({ state }) => state.begun);
    const all = pieces.map(({ work }) => run(work));
    await Promise.resolve();
    expect(begun()).toEqual([true, true, false, false, false]);
    expect(load()).toEqual({ running: 2, waiting: 3 });
    pieces[1]?.state.end();
    await all[1];
    expect(begun()).toEqual([true, true, true, false, false]);
    for (const { state } of pieces) state.end();
    await Promise.all(all);
    expect(begun()).toEqual([true, true, true, true, true]);
    expect(load()).toEqual({ running: 0, waiting: 0 });
  });

  it("refuses work beyond the queue's length, and continues after failures", async () => {
    const { run } = createBoundedQueue({ name: 'numbers', atOnce: 1, waiting: 1, waitMs: 60_000 });
    const first = piece();
    const running = run(first.work);
    const waiting = run(() => Promise.reject(new Error('failed')));
    await expect(run(async () => 'never')).rejects.toThrow(TooManyWaiting);
    first.state.end();
    await running;
    await expect(waiting).rejects.toThrow('failed');
    expect(await run(async () => 'next')).toBe('next');
  });

  it('times out of the queue with an error of an unavailable database', async () => {
    const { run } = createBoundedQueue({ name: 'numbers', atOnce: 1, waiting: 1, waitMs: 20 });
    const first = piece();
    const running = run(first.work);
    expect(isUnavailable(await run(async () => 'never').catch((error: unknown) => error))).toBe(true);
    const second = run(async () => 'second');
    first.state.end();
    await running;
    expect(await second).toBe('second');
  });
});
