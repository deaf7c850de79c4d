import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createBatches } from './batches.ts';

const LONGER_THAN_A_TURN_MS = 100;

/** Batches that end when told. */
function heldBatches(limits = { atOnce: 1, most: 10 }) {
  const held: { asks: readonly number[]; end: (fault?: Error) => void }[] = [];
  const ask = createBatches<number, string>(
    (asks) =>
      new Promise((resolve, reject) => {
        held.push({ asks, end: (fault) => (fault ? reject(fault) : resolve(asks.map((each) => `answer ${each}`))) });
      }),
    limits,
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
});
