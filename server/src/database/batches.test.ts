import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBatches } from './batches.ts';

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
    await turn();
    await turn();
    expect(batches()).toEqual([
      [1, 2],
      [3, 4],
    ]);
    held[1]?.end();
    await turn();
    await turn();
    expect(batches()).toHaveLength(3);
    held[0]?.end();
    held[2]?.end();
    expect(await Promise.all(all)).toHaveLength(5);
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
