import * as v from 'valibot';
import type { Services } from '../../services.ts';
import { type Granted, grantParameters, poolNames } from './grants.ts';
import type { JudgedAnswer, Progress } from './question.ts';

const judgedSchema = v.object({
  questionId: v.string(),
  correctAnswer: v.string(),
  requestId: v.string(),
  correct: v.boolean(),
});
const progressSchema = v.object({
  questionId: v.string(),
  wrongAnswers: v.number(),
  judged: v.nullable(judgedSchema),
});

const answerSchema = v.object({
  outcome: v.picklist(['changed', 'held', 'stored', 'granted', 'total', 'today', 'once']),
  progress: v.nullable(progressSchema),
  coupon_issued: v.nullable(v.number()),
  allowance_pool: v.nullable(v.string()),
  allowance_issued: v.nullable(v.number()),
});

type Stored =
  | { outcome: 'changed'; progress: Progress | null }
  | { outcome: 'held' | 'stored' | 'total' | 'today' | 'once' }
  | { outcome: 'granted'; granted: Granted };

/**
 * Stores a judged answer, and grants the coupon for a right one, in one call of the database (`answer_question` of the
 * migrations). Nothing is stored unless the answer was judged by the user's progress, which is returned otherwise.
 * @param judged `null` to read the progress alone
 */
export async function storeAnswer(
  { clock, database }: Pick<Services, 'clock' | 'database'>,
  userId: string,
  progress: Progress | null,
  judged: JudgedAnswer | null,
): Promise<Stored> {
  const { outcome, ...stored } = v.parse(
    answerSchema,
    await database.call('answer_question', {
      ...grantParameters(clock, userId, `question ${judged?.questionId}`),
      p_question_id: progress?.questionId ?? '',
      p_wrong_answers: progress?.wrongAnswers ?? 0,
      p_judged_before: jsonOf(progress?.judged),
      p_judged: jsonOf(judged),
      p_correct: judged?.correct === true,
    }),
  );
  if (outcome === 'changed') return { outcome, progress: stored.progress };
  if (outcome !== 'granted') return { outcome };
  const { coupon_issued, allowance_pool, allowance_issued } = stored;
  return {
    outcome,
    granted: {
      [poolNames.coupon]: coupon_issued ?? 0,
      ...(allowance_pool !== null && { [allowance_pool]: allowance_issued ?? 0 }),
    },
  };
}

const jsonOf = (value: JudgedAnswer | null | undefined): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);
