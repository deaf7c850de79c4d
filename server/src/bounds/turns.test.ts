import { describe, expect, it } from 'vitest';
import { isUnavailable, TooManyWaiting } from '../database/database.ts';
import { createTurns } from './turns.ts';

/** Work that runs until it is ended. */
function piece() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  const state = { begun: false, end };
  return { state, work: () => ((state.begun = true), ended) };
}

describe('turns', () => {
  it('are a limited number at a time, the rest in order', async () => {
    const { run, load } = createTurns({ name: 'numbers', atOnce: 2, waiting: 10, waitMs: 60_000 });
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

  it('are refused beyond as many as may wait, and go on after failures', async () => {
    const { run } = createTurns({ name: 'numbers', atOnce: 1, waiting: 1 });
    const first = piece();
    const running = run(first.work);
    const waiting = run(() => Promise.reject(new Error('failed')));
    await expect(run(async () => 'never')).rejects.toThrow(TooManyWaiting);
    first.state.end();
    await running;
    await expect(waiting).rejects.toThrow('failed');
    expect(await run(async () => 'next')).toBe('next');
  });

  it('that come too late fail as a database does that is away', async () => {
    const { run } = createTurns({ name: 'numbers', atOnce: 1, waiting: 1, waitMs: 20 });
    const first = piece();
    const running = run(first.work);
    expect(isUnavailable(await run(async () => 'never').catch((error: unknown) => error))).toBe(true);
    const second = run(async () => 'second');
    first.state.end();
    await running;
    expect(await second).toBe('second');
  });

  it('are dropped on abort', async () => {
    const { run } = createTurns({ name: 'numbers', atOnce: 1 });
    const first = piece();
    const running = run(first.work);
    const gone = new AbortController();
    const left = run(async () => 'never', { signal: gone.signal });
    const next = run(async () => 'next');
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    first.state.end();
    await running;
    expect(await next).toBe('next');
    await expect(run(async () => 'never', { signal: gone.signal })).rejects.toThrow('gone');
  });
});

describe('the next turn', () => {
  const turnOfEvents = () => new Promise((resolve) => setImmediate(resolve));

  function race(atOnce: number) {
    const { run } = createTurns({ name: 'race', atOnce });
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (sender: string, slots = 1) =>
      void run(
        () => {
          started.push(sender);
          return new Promise<void>((end) => ends.push(end));
        },
        { sender, slots },
      );
    const end = async (times = 1) => {
      for (let time = 0; time < times; time += 1) {
        await turnOfEvents();
        ends.shift()?.();
      }
      await turnOfEvents();
    };
    return { started, ask, end };
  }

  it('goes to the sender who holds the fewest slots', async () => {
    const { started, ask, end } = race(2);
    for (const sender of ['a', 'a', 'a', 'a', 'a', 'b', 'c', 'b']) ask(sender);
    await end();
    expect(started).toEqual(['a', 'a', 'b']);
    await end(7);
    expect(started).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a', 'a']);
  });

  it('is given in the order of asking within a sender, and among senders served at the same time', async () => {
    const { started, ask, end } = race(1);
    for (const sender of ['a', 'b', 'c', 'a', 'b']) ask(sender);
    await end(5);
    expect(started).toEqual(['a', 'b', 'c', 'a', 'b']);
  });

  it("isn't taken by turns that need fewer slots", async () => {
    const { started, ask, end } = race(2);
    ask('a');
    ask('b', 2);
    ask('c');
    ask('a');
    await end();
    expect(started).toEqual(['a', 'b']);
    await end();
    expect(started).toEqual(['a', 'b', 'c', 'a']);
  });

  it("isn't taken by later senders", async () => {
    const { started, ask, end } = race(1);
    for (const sender of ['a', 'a', 'b']) ask(sender);
    await end();
    for (const sender of ['c', 'd', 'e']) ask(sender);
    await end(5);
    expect(started).toEqual(['a', 'b', 'a', 'c', 'd', 'e']);
  });
});
