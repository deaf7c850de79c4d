import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createBatches, MOST_WAITING, waitingForBatches } from './batches.ts';
import { isUnavailable, NoTurn, TooManyWaiting } from './database.ts';

const LONGER_THAN_A_TURN_MS = 100;

/** Batches that end when told. */
function heldBatches(limits = { atOnce: 1, most: 10 }, queue = 'numbers') {
  const held: { asks: readonly number[]; end: (fault?: Error) => void }[] = [];
  const ask = createBatches<number, string>(
    (asks) =>
      new Promise((resolve, reject) => {
        held.push({ asks, end: (fault) => (fault ? reject(fault) : resolve(asks.map((each) => `answer ${each}`))) });
      }),
    { queue, ...limits },
  );
  return { ask, held, batches: () => held.map(({ asks }) => asks) };
}

describe('createBatches', () => {
  it('asks together what comes in one turn, and next what comes while a batch runs', async () => {
    const { ask, held, batches } = heldBatches();
    const first = [ask(1), ask(2)];
    await turn();
    const later = [ask(3)];
    await turn();
    later.push(ask(4));
    await turn();
    expect(batches()).toEqual([[1, 2]]);
    held[0]?.end();
    expect(await Promise.all(first)).toEqual(['answer 1', 'answer 2']);
    await turn();
    expect(batches()).toEqual([
      [1, 2],
      [3, 4],
    ]);
    held[1]?.end();
    expect(await Promise.all(later)).toEqual(['answer 3', 'answer 4']);
  });

  it('splits what is too much for one', async () => {
    const { ask, held, batches } = heldBatches({ atOnce: 2, most: 2 });
    const all = [1, 2, 3, 4, 5].map((each) => ask(each));
    for (const index of [0, 1, 2]) {
      await turn();
      await turn();
      expect(batches()).toHaveLength(index + 1);
      held[index]?.end();
    }
    expect(await Promise.all(all)).toHaveLength(5);
    expect(batches()).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('runs the next beside a slow one, as many as may run at once', async () => {
    const { ask, held, batches } = heldBatches({ atOnce: 2, most: 10 });
    const slow = ask(1);
    await turn();
    const next = ask(2);
    await vi.waitFor(() => expect(batches()).toEqual([[1], [2]]));
    const last = ask(3);
    await sleep(LONGER_THAN_A_TURN_MS);
    expect(batches()).toHaveLength(2);
    held[1]?.end();
    expect(await next).toBe('answer 2');
    await vi.waitFor(() => expect(batches()).toHaveLength(3));
    held[2]?.end();
    expect(await last).toBe('answer 3');
    held[0]?.end();
    expect(await slow).toBe('answer 1');
  });

  it('fails those of a batch that fails, and goes on', async () => {
    const { ask, held } = heldBatches();
    const failed = ask(1);
    await turn();
    held[0]?.end(new Error('away'));
    await expect(failed).rejects.toThrow('away');
    const next = ask(2);
    await turn();
    held[1]?.end();
    expect(await next).toBe('answer 2');
  });

  it('never asks for a caller whose time is over before the batch begins', async () => {
    const { ask, held, batches } = heldBatches();
    const running = ask(1);
    await turn();
    const [over, inTime] = [ask(2, performance.now()), ask(3)];
    const failed = over.catch((error: unknown) => error);
    held[0]?.end();
    expect(isUnavailable(await failed)).toBe(true);
    await vi.waitFor(() => expect(batches()).toEqual([[1], [3]]));
    held[1]?.end();
    expect(await Promise.all([running, inTime])).toEqual(['answer 1', 'answer 3']);
  });

  it('tells a batch when the first of its callers gives up', async () => {
    const ends: number[] = [];
    const ask = createBatches<number, number>(
      async (asks, endsAt) => {
        ends.push(endsAt);
        return asks;
      },
      { queue: 'ends', atOnce: 1, most: 10 },
    );
    const now = performance.now();
    await Promise.all([ask(1, now + 90_000), ask(2, now + 60_000)]);
    expect(ends).toEqual([now + 60_000]);
  });

  it('runs again without those whose callers left before it was sent', async () => {
    const ran: (readonly number[])[] = [];
    const ask = createBatches<number, number>(
      async (asks, endsAt) => {
        ran.push(asks);
        if (ran.length > 1) return asks;
        await sleep(endsAt - performance.now() - 5);
        const early = endsAt - 1; // When a timer for `endsAt` may fire.
        while (performance.now() < early);
        throw new NoTurn();
      },
      { queue: 'late', atOnce: 1, most: 10 },
    );
    const results = await Promise.allSettled([ask(1), ask(2, performance.now() + 30), ask(3)]);
    expect(results).toMatchObject([{ value: 1 }, { reason: expect.any(NoTurn) }, { value: 3 }]);
    expect(ran).toEqual([
      [1, 2, 3],
      [1, 3],
    ]);
  });

  it('fails all of a batch that got no turn while all its callers are there', async () => {
    let runs = 0;
    const ask = createBatches<number, number>(
      async () => {
        runs += 1;
        throw new NoTurn();
      },
      { queue: 'no turn', atOnce: 1, most: 10 },
    );
    const results = await Promise.allSettled([ask(1), ask(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(runs).toBe(1);
  });

  it('refuses at once what is too much, counts what waits, and makes room for those whose callers are gone', async () => {
    const { ask, held } = heldBatches({ atOnce: 1, most: MOST_WAITING }, 'full');
    const running = ask(0);
    await turn();
    const leaving = [1, 2].map((each) => ask(each, performance.now()).catch((error: unknown) => error));
    const waiting = Array.from({ length: MOST_WAITING - 2 }, (_, each) => ask(each));
    expect(waitingForBatches().get('full')).toBe(MOST_WAITING);
    waiting.push(ask(3), ask(4));
    expect((await Promise.all(leaving)).map(isUnavailable)).toEqual([true, true]);
    await expect(ask(5)).rejects.toThrow(TooManyWaiting);
    held[0]?.end();
    await running;
    await vi.waitFor(() => expect(held).toHaveLength(2));
    held[1]?.end();
    await Promise.all(waiting);
    expect(waitingForBatches().get('full')).toBe(0);
  });
});

const refused = (code: string) => Object.assign(new Error('refused'), { code });

/** Batches of numbers that PostgreSQL refuses where they hold 3. */
function batchesRefusedWith(error: Error) {
  const ran: (readonly number[])[] = [];
  const double = createBatches(
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
  const double = createBatches(
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
