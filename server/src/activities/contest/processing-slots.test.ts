import { expect, it } from 'vitest';
import { processingSlots, type Release } from './re-encode.ts';

const turnOfEvents = () => new Promise((resolve) => setImmediate(resolve));
const never = new AbortController().signal;

/** Requests slots in this order. @returns the started users, and their release functions */
function race(total: number, turns: readonly (readonly [userId: string, count?: number])[]) {
  const take = processingSlots(total);
  const started: string[] = [];
  const releases: Release[] = [];
  const asked = turns.map(async ([userId, count = 1]) => {
    const release = await take(count, userId, never);
    started.push(userId);
    releases.push(release);
  });
  return {
    started,
    async end() {
      await turnOfEvents();
      const release = releases.shift();
      release?.();
      release?.();
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
  const take = processingSlots(1);
  const started: string[] = [];
  const ask = (userId: string) => take(1, userId, never).then((release) => ({ release, at: started.push(userId) }));
  const [first, second] = [await ask('a'), ask('a')];
  const third = ask('b');
  first.release();
  const later = ['c', 'd', 'e'].map(ask);
  (await third).release();
  (await second).release();
  for (const each of later) (await each).release();
  expect(started).toEqual(['a', 'b', 'a', 'c', 'd', 'e']);
});

it("is dropped on abort", async () => {
  const take = processingSlots(1);
  const release = await take(1, 'a', never);
  const gone = new AbortController();
  const left = take(1, 'b', gone.signal);
  const next = take(1, 'c', never);
  gone.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  release();
  await expect(next).resolves.toBeTypeOf('function');
  await expect(take(1, 'd', gone.signal)).rejects.toThrow('gone');
});
