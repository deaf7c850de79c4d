import { type AskInBatch, type BatchOptions, createBatches } from './batches.ts';
import { DEFAULT_ANSWER_LIMIT_MS, isUnavailable, TooManyWaiting } from './database.ts';
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
  const runAlone = async ({ ask, endsAt }: { ask: Ask; endsAt: number }): Promise<Answer> => {
    const [answer] = await run([ask], endsAt);
    if (answer === undefined) throw new Error('A batch of one has no answer.');
    return answer;
  };
  const settle = createBatches<{ ask: Ask; endsAt: number }, { answer: Answer | Promise<Answer> }>(
    async (batch, firstEndsAt) => {
      try {
        const answers = await run(
          batch.map(({ ask }) => ask),
          firstEndsAt,
        );
        return answers.map((answer) => ({ answer }));
      } catch (error) {
        const wasSent = !(error instanceof TooManyWaiting);
        const isRefused = sqlStateOf(error) === LOCK_NOT_AVAILABLE || (wasSent && !isUnavailable(error));
        if (batch.length === 1 || !isRefused) throw error;
        return batch.map((each) => ({ answer: runAlone(each) }));
      }
    },
    options,
  );
  return async (ask, endsAt = performance.now() + DEFAULT_ANSWER_LIMIT_MS) =>
    (await settle({ ask, endsAt }, endsAt)).answer;
}
