import { expect, it } from 'vitest';
import { TooManyWaiting } from './database.ts';
import { createRepeatableBatches } from './repeatable-batches.ts';

const refused = (code: string) => Object.assign(new Error('refused'), { code });

/** Batches of numbers that PostgreSQL refuses where they hold 3. */
function batchesRefusedWith(error: Error) {
  const ran: (readonly number[])[] = [];
  const double = createRepeatableBatches(
    async (asks: readonly number[]) => {
      ran.push(asks);
      if (asks.includes(3)) throw error;
      return asks.map((ask) => 2 * ask);
    },
    { queue: 'numbers', atOnce: 1, most: 10 },
  );
  return { ran, results: Promise.allSettled([1, 3, 4].map((ask) => double(ask))) };
}

it.each(['55P03', '40P01', '23505'])('repeats a batch that was refused with %s each ask alone', async (code) => {
  const { ran, results } = batchesRefusedWith(refused(code));
  expect((await results).map((each) => (each.status === 'fulfilled' ? each.value : each.reason))).toEqual([
    2,
    refused(code),
    8,
  ]);
  expect(ran).toEqual([[1, 3, 4], [1], [3], [4]]);
});

it('repeats each ask until its own caller gives up', async () => {
  const ends: number[] = [];
  const double = createRepeatableBatches(
    async (asks: readonly number[], endsAt) => {
      ends.push(endsAt);
      if (asks.length > 1) throw refused('55P03');
      return asks;
    },
    { queue: 'ends of repeats', atOnce: 1, most: 10 },
  );
  const now = performance.now();
  await Promise.all([double(1, now + 60_000), double(2, now + 90_000)]);
  expect(ends).toEqual([now + 60_000, now + 60_000, now + 90_000]);
});

it.each([
  ['the database is away', refused('ECONNRESET')],
  ['the database is being restarted', refused('57P01')],
  ['too many wait for it', new TooManyWaiting('transactions')],
])('repeats nothing while %s', async (_, error) => {
  const { ran, results } = batchesRefusedWith(error);
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(ran).toEqual([[1, 3, 4]]);
});
