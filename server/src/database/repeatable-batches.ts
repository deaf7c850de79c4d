import { createBatches } from './batches.ts';
import { isUnavailable } from './database.ts';
import { LOCK_NOT_AVAILABLE, sqlStateOf } from './sql-state.ts';

/**
 * Batches of asks that may be repeated. One that the database refused runs once more, each ask alone and answered by
 * itself: a row that is locked for long, or an ask with a fault, concerns nobody else. When the database is away, all of
 * the batch fail.
 * @param run answers each ask in its place
 */
export function createRepeatableBatches<Ask, Answer>(
  run: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  options: Parameters<typeof createBatches>[1],
): (ask: Ask) => Promise<Answer> {
  const runAlone = async (ask: Ask): Promise<Answer> => {
    const [answer] = await run([ask]);
    if (answer === undefined) throw new Error('A batch of one has no answer.');
    return answer;
  };
  const settle = createBatches<Ask, { answer: Answer | Promise<Answer> }>(async (asks) => {
    try {
      return (await run(asks)).map((answer) => ({ answer }));
    } catch (error) {
      const isRefused = sqlStateOf(error) === LOCK_NOT_AVAILABLE || !isUnavailable(error);
      if (asks.length === 1 || !isRefused) throw error;
      return asks.map((ask) => ({ answer: runAlone(ask) }));
    }
  }, options);
  return async (ask) => (await settle(ask)).answer;
}
