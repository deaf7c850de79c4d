import { createBatches } from './batches.ts';
import { isUnavailable } from './database.ts';
import { LOCK_NOT_AVAILABLE, sqlStateOf } from './sql-state.ts';

type Settled<Answer> = PromiseSettledResult<Answer>;

/**
 * Batches of asks that may be repeated. One that the database refused runs once more, each ask alone: a row that is
 * locked for long, or an ask with a fault, concerns nobody else. When the database is away, all of the batch fail.
 * @param run answers each ask in its place
 */
export function createRepeatableBatches<Ask, Answer>(
  run: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  options: Parameters<typeof createBatches>[1],
): (ask: Ask) => Promise<Answer> {
  const settle = createBatches<Ask, Settled<Answer>>(async (asks) => {
    try {
      return (await run(asks)).map((value) => ({ status: 'fulfilled', value }));
    } catch (error) {
      const isRefused = sqlStateOf(error) === LOCK_NOT_AVAILABLE || !isUnavailable(error);
      if (asks.length === 1 || !isRefused) throw error;
      const alone = await Promise.allSettled(asks.map((ask) => run([ask])));
      return alone.map(only);
    }
  }, options);
  return async (ask) => {
    const settled = await settle(ask);
    if (settled.status === 'rejected') throw settled.reason;
    return settled.value;
  };
}

function only<Answer>(settled: Settled<readonly Answer[]>): Settled<Answer> {
  if (settled.status === 'rejected') return settled;
  const [value] = settled.value;
  return value === undefined
    ? { status: 'rejected', reason: new Error('A batch of one has no answer.') }
    : { status: 'fulfilled', value };
}
