import { type AskInBatch, type BatchOptions, createBatches } from './batches.ts';
import { isUnavailable, TooManyWaiting } from './database.ts';
import { LOCK_NOT_AVAILABLE, sqlStateOf } from './sql-state.ts';

/**
 * Batches of asks that may be repeated. One that the database refused runs once more, each ask alone and answered by
 * itself: a row that is locked for long, or an ask with a fault, concerns nobody else. When the database is away, or
 * too many wait for it, all of the batch fail.
 * @param run answers each ask in its place; it sends nothing after `endsAt`
 */
export function createRepeatableBatches<Ask, Answer>(
  run: (asks: readonly Ask[], endsAt: number) => Promise<readonly Answer[]>,
  options: BatchOptions,
): AskInBatch<Ask, Answer> {
  const runAlone = async (ask: Ask, endsAt: number): Promise<Answer> => {
    const [answer] = await run([ask], endsAt);
    if (answer === undefined) throw new Error('A batch of one has no answer.');
    return answer;
  };
  const settle = createBatches<Ask, { answer: Answer | Promise<Answer> }>(async (asks, endsAt) => {
    try {
      return (await run(asks, endsAt)).map((answer) => ({ answer }));
    } catch (error) {
      const wasSent = !(error instanceof TooManyWaiting);
      const isRefused = sqlStateOf(error) === LOCK_NOT_AVAILABLE || (wasSent && !isUnavailable(error));
      if (asks.length === 1 || !isRefused) throw error;
      return asks.map((ask) => ({ answer: runAlone(ask, endsAt) }));
    }
  }, options);
  return async (ask, endsAt) => (await settle(ask, endsAt)).answer;
}
