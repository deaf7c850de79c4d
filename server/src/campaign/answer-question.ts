import { answerCode, type Judgement } from '@fridge/shared-contracts';
import { eq, sql } from 'drizzle-orm';
import { quizProgress } from '../database/schema.ts';
import type { Services } from '../services.ts';
import type { VerifiedCall } from '../verification/verify-call.ts';
import { Refusal, refuse } from '../wire/refusal.ts';
import { requireAdmission } from './admission.ts';
import { grantCouponAndAllowance, holdsCoupon } from './grants.ts';
import { lockProgress } from './progress.ts';
import { isOptionLabel, judge } from './question.ts';

/**
 * Judges an answer. A right one grants the coupon within the same transaction, or changes nothing and says why not
 * (code 204): then the same question may be answered again, tomorrow for instance.
 */
export async function answerQuestion(call: VerifiedCall, services: Services): Promise<Judgement> {
  requireAdmission(call, services);
  const { userId } = call.household.account;
  const questionId = call.fields['questionId'] ?? '';
  const answer = call.fields['correctAnswer'] ?? '';
  if (!isOptionLabel(answer) || questionId === '') throw refuse.badInput();

  const granted = await services.queries.transaction(async (transaction) => {
    const progress = await lockProgress(transaction, userId);
    if (await holdsCoupon(transaction, userId)) throw refuse.notice('server.coupon.once');
    const judgement = judge(progress, questionId, answer);
    if (judgement === 'stale') throw new Refusal(answerCode.conflict, 'server.question.stale');
    if (judgement === 'right') return grantCouponAndAllowance(transaction, services.clock, userId, `question ${questionId}`);
    await transaction.update(quizProgress).set({ wrongAnswers: sql`${quizProgress.wrongAnswers} + 1` }).where(eq(quizProgress.userId, userId));
    return null;
  });
  if (granted !== null) services.log.info({ event: 'granted', ...granted });
  return { correct: granted !== null };
}
