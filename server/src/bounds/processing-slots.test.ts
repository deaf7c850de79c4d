import { describe, expect, it } from 'vitest';
import { processingSlots } from './processing-slots.ts';

describe('a processing slot', () => {
  const turnOfEvents = () => new Promise((resolve) => setImmediate(resolve));
  const never = new AbortController().signal;

  /** Requests slots in this order. @returns the started users, and what ends the first of them */
  function race(total: number, turns: readonly (readonly [userId: string, count?: number])[]) {
    const inSlots = processingSlots(total);
    const started: string[] = [];
    const releases: (() => void)[] = [];
    const asked = turns.map(([userId, count = 1]) =>
      inSlots(count, { userId, signal: never }, () => {
        started.push(userId);
        return new Promise<void>((release) => releases.push(release));
      }),
    );
    return {
      started,
      async end() {
        await turnOfEvents();
        releases.shift()?.();
        await turnOfEvents();
      },
      settled: () => Promise.all(asked),
    };
  }

  it('goes to the user who holds the fewest', async () => {
    const { started, end, settled } = race(2, [['a'], ['a'], ['a'], ['a'], ['a'], ['b'], ['c'], ['b']]);
    await end();
    expect(started).toEqual(['a', 'a', 'b']);
    for (let index = 0; index < 7; index += 1) await end();
    await settled();
    expect(started).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  it('is given in request order within a user, and among users served at the same time', async () => {
    const { started, end, settled } = race(1, [['a'], ['b'], ['c'], ['a'], ['b']]);
    for (let index = 0; index < 5; index += 1) await end();
    await settled();
    expect(started).toEqual(['a', 'b', 'c', 'a', 'b']);
  });

  it("isn't overtaken by turns that need fewer", async () => {
    const { started, end } = race(2, [['a'], ['b', 2], ['c'], ['a']]);
    await end();
    expect(started).toEqual(['a', 'b']);
    await end();
    expect(started).toEqual(['a', 'b', 'c', 'a']);
  });

  it("isn't overtaken by later users", async () => {
    const inSlots = processingSlots(1);
    const started: string[] = [];
    const releases: (() => void)[] = [];
    const ask = (userId: string) =>
      inSlots(1, { userId, signal: never }, () => {
        started.push(userId);
        return new Promise<void>((release) => releases.push(release));
      });
    const earlier = ['a', 'a', 'b'].map(ask);
    await turnOfEvents();
    releases.shift()?.();
    await turnOfEvents();
    const later = ['c', 'd', 'e'].map(ask);
    for (let index = 0; index < 5; index += 1) {
      await turnOfEvents();
      releases.shift()?.();
    }
    await Promise.all([...earlier, ...later]);
    expect(started).toEqual(['a', 'b', 'a', 'c', 'd', 'e']);
  });

  it('is dropped on abort', async () => {
    const inSlots = processingSlots(1);
    let release = () => {};
    const first = inSlots(1, { userId: 'a', signal: never }, () => new Promise<void>((end) => (release = end)));
    const gone = new AbortController();
    const left = inSlots(1, { userId: 'b', signal: gone.signal }, async () => 'never');
    const next = inSlots(1, { userId: 'c', signal: never }, async () => 'next');
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    release();
    await first;
    expect(await next).toBe('next');
    await expect(inSlots(1, { userId: 'd', signal: gone.signal }, async () => 'never')).rejects.toThrow('gone');
  });
});
