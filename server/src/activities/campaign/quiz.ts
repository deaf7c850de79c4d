import { randomInt } from 'node:crypto';
import { answerCode } from '@fridge/shared-contracts';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { quizProgress } from '../../database/schema.ts';
import { lockUser, type OwnedHousehold } from '../../http/household.ts';
import { Refusal, refuse, requireOpen } from '../../http/refusal.ts';
import { mayBeRequestId } from '../../http/signature.ts';
import { answer } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import {
  grantCouponAndAllowance,
  type Granted,
  holdsCoupon,
  ineligibleReason,
  poolNames,
  refusedGrant,
} from './grants.ts';
import {
  checkAnswer,
  isOptionLabel,
  type JudgedAnswer,
  nextQuestion,
  type Progress,
  repeatedResult,
  withoutSolution,
} from './question.ts';

/** `null`: the user holds the coupon. `{}`: a question has to be answered (spec section 4). */
export const isDirect = answer(campaignCalls.isDirect, async ({ household }, services) => {
  requireAdmission(household, services);
  return (await holdsCoupon(services.queries, household.account.userId)) ? null : {};
});

/** `questionId`: the question to replace, if any. */
export const getNewAnswer = answer(campaignCalls.getNewAnswer, async ({ household, fields }, services) => {
  requireAdmission(household, services);
  const { userId } = household.account;
  return services.queries.transaction(async (transaction) => {
    const progress = await lockProgress(transaction, userId);
    const question = nextQuestion(progress, fields.questionId ?? '', (below) => randomInt(below));
    if (question.questionId !== progress?.questionId || progress.wrongAnswers > 0) {
      const asked = { questionId: question.questionId, wrongAnswers: 0, askedAt: new Date(services.clock.real()) };
      await transaction
        .insert(quizProgress)
        .values({ userId, ...asked })
        .onConflictDoUpdate({ target: quizProgress.userId, set: asked });
    }
    return withoutSolution(question);
  });
});

/**
 * A right answer grants the coupon in the same transaction; if the grant is refused (204), the question can be answered
 * again. The last judged answer repeats its result even after the campaign has closed (architecture, "The wire").
 */
export const answerQuestion = answer(campaignCalls.answerQuestion, async ({ household, fields }, services) => {
  const { userId } = household.account;
  const { questionId, correctAnswer, requestId = '' } = fields;
  if (!isOptionLabel(correctAnswer) || (requestId !== '' && !mayBeRequestId(requestId))) throw refuse.badInput();
  const sent = { questionId, correctAnswer, requestId };

  const { correct, granted } = await services.queries.transaction(async (transaction) => {
    const progress = await lockProgress(transaction, userId);
    const before = repeatedResult(progress?.judged ?? null, sent);
    if (before === 'right' || before === 'wrong') return { correct: before === 'right', granted: null };
    requireAdmission(household, services);
    if (await holdsCoupon(transaction, userId)) throw refuse.notice('server.coupon.once');
    const judgement = before === 'stale' ? before : checkAnswer(progress, questionId, correctAnswer);
    if (judgement === 'stale') throw new Refusal(answerCode.conflict, 'server.question.stale');
    return judge(transaction, services, userId, { ...sent, correct: judgement === 'right' });
  });
  if (granted !== null) {
    for (const pool of Object.keys(granted)) services.metrics.granted(pool, 'granted');
    services.log.info({ event: 'granted', ...granted });
  }
  return { correct };
});

async function judge(
  transaction: Queries,
  { clock, metrics }: Services,
  userId: string,
  judged: JudgedAnswer,
): Promise<{ correct: boolean; granted: Granted | null }> {
  const { correct, questionId } = judged;
  const granted = correct
    ? await grantCouponAndAllowance(transaction, clock, userId, `question ${questionId}`).catch((error: unknown) => {
        metrics.granted(poolNames.coupon, refusedGrant(error));
        throw error;
      })
    : null;
  await transaction
    .update(quizProgress)
    .set({ judged, ...(!correct && { wrongAnswers: sql`${quizProgress.wrongAnswers} + 1` }) })
    .where(eq(quizProgress.userId, userId));
  return { correct, granted };
}

/** @throws Refusal 204 unless the campaign is open and the household has a fridge and is eligible */
function requireAdmission({ account, fridges }: OwnedHousehold, services: Services): void {
  requireOpen(services, 'campaign2023');
  if (fridges.length === 0) throw refuse.notice('server.noFridge');
  const miss = ineligibleReason(account);
  if (miss !== null) throw refuse.notice(miss);
}

/** Locks the account, since the progress row may not exist yet: one user's quiz requests run one at a time. */
async function lockProgress(transaction: Queries, userId: string): Promise<Progress | null> {
  await lockUser(transaction, userId);
  const [progress] = await transaction.select().from(quizProgress).where(eq(quizProgress.userId, userId));
  return progress ?? null;
}
