import * as v from 'valibot';
import type { Clock } from '../../program/clock.ts';
import type { OpenDatabase } from '../../database/database.ts';
import { createBatches } from '../../database/batches.ts';
import { type Granted, grantParameters } from './grants.ts';
import type { JudgedAnswer, Progress } from './question.ts';

const progressSchema = v.object({
  questionId: v.string(),
  wrongAnswers: v.number(),
  judged: v.nullable(
    v.object({ questionId: v.string(), correctAnswer: v.string(), requestId: v.string(), correct: v.boolean() }),
  ),
});

const resultSchema = v.object({
  number: v.number(),
  outcome: v.picklist(['changed', 'blocked', 'held', 'stored', 'granted', 'total', 'today', 'once']),
  progress: v.nullable(progressSchema),
  coupon_issued: v.nullish(v.number()),
  allowance_pool: v.nullish(v.string()),
  allowance_issued: v.nullish(v.number()),
});
type Result = v.InferOutput<typeof resultSchema>;
const answerSchema = v.object({ results: v.array(resultSchema) });

/** `judged`: by `progress`; `null` to read the progress alone. */
type Asked = { userId: string; progress: Progress | null; judged: JudgedAnswer | null };

/** `progress`: the user's, of an answer that was judged by another. */
type Stored = Pick<Result, 'outcome' | 'progress'> & { granted: Granted };

export interface Answers {
  /**
   * Stores a judged answer and grants the coupon for a right one (`procedures/grant.sql`), or neither. Nothing is
   * stored unless the answer was judged by the user's progress, which is returned otherwise. Answers that come together
   * are one call of the database.
   * @param endsAt when the caller gives up (`createBatches`)
   */
  store(asked: Asked, endsAt: number): Promise<Stored>;
}

const BATCHES = { queue: 'answers', atOnce: 2, most: 50 };

export function createAnswers({ call }: Pick<OpenDatabase, 'call'>, clock: Clock): Answers {
  const storeMany = async (batch: readonly Asked[], endsAt: number): Promise<Stored[]> => {
    const asked = batch.map((each, number) => parametersOf(each, number, clock));
    const answer = await call('answer', { p_answers: JSON.stringify(asked) }, endsAt);
    const { results } = v.parse(answerSchema, answer);
    return results.toSorted((one, other) => one.number - other.number).map(storedOf);
  };
  return { store: createBatches(storeMany, BATCHES) };
}

const parametersOf = ({ userId, progress, judged }: Asked, number: number, clock: Clock) => ({
  number,
  user_id: userId,
  question_id: progress?.questionId,
  wrong_answers: progress?.wrongAnswers,
  judged_before: progress?.judged ?? undefined,
  judged: judged ?? undefined,
  correct: judged?.correct === true,
  ...grantParameters(clock, `question ${judged?.questionId}`),
});

function storedOf({ outcome, progress, ...given }: Result): Stored {
  const { coupon_issued: coupon, allowance_pool: pool, allowance_issued: issued } = given;
  return { outcome, progress, granted: { ...(coupon && { coupon }), ...(pool && issued && { [pool]: issued }) } };
}
