import { randomInt } from 'node:crypto';
import { answerCode } from '@fridge/shared-contracts';
import type { campaignCalls, Judgement, Question } from '@fridge/shared-contracts/activities/campaign';
import { eq, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { accounts, quizProgress } from '../../database/schema.ts';
import type { Household } from '../../http/household.ts';
import { Refusal, refuse } from '../../http/refusal.ts';
import type { VerifiedCall } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { requireOpen } from '../require-open.ts';
import { eligibilityMiss } from './eligibility.ts';
import { grantCouponAndAllowance, holdsCoupon } from './grants.ts';
import { isOptionLabel, judge, nextQuestion, type Progress, withoutSolution } from './question.ts';

type Calls = typeof campaignCalls;

/** `null`: the coupon is the user's already, straight to the coupon page. `{}`: a question is needed (spec section 4). */
export async function isDirect({ household }: VerifiedCall<Calls['isDirect']>, services: Services): Promise<Record<string, never> | null> {
  requireAdmission(household, services);
  return (await holdsCoupon(services.queries, household.account.userId)) ? null : {};
}

/** The question to answer now; `questionId` names the one it replaces. The first one of a user has none. */
export async function getNewAnswer({ household, fields }: VerifiedCall<Calls['getNewAnswer']>, services: Services): Promise<Question> {
  requireAdmission(household, services);
  const { userId } = household.account;
  return services.queries.transaction(async (transaction) => {
    const progress = await lockProgress(transaction, userId);
    const question = nextQuestion(progress, fields.questionId ?? '', (below) => randomInt(below));
    if (question.questionId !== progress?.questionId || progress.wrongAnswers > 0) {
      const asked = { questionId: question.questionId, wrongAnswers: 0, askedAt: new Date(services.clock.real()) };
      await transaction.insert(quizProgress).values({ userId, ...asked }).onConflictDoUpdate({ target: quizProgress.userId, set: asked });
    }
    return withoutSolution(question);
  });
}

/**
 * Judges an answer. A right one grants the coupon within the same transaction, or changes nothing and says why not
 * (code 204): then the same question may be answered again, tomorrow for instance.
 */
export async function answerQuestion({ household, fields }: VerifiedCall<Calls['answerQuestion']>, services: Services): Promise<Judgement> {
  requireAdmission(household, services);
  const { userId } = household.account;
  const { questionId, correctAnswer } = fields;
  if (!isOptionLabel(correctAnswer)) throw refuse.badInput();

  const granted = await services.queries.transaction(async (transaction) => {
    const progress = await lockProgress(transaction, userId);
    if (await holdsCoupon(transaction, userId)) throw refuse.notice('server.coupon.once');
    const judgement = judge(progress, questionId, correctAnswer);
    if (judgement === 'stale') throw new Refusal(answerCode.conflict, 'server.question.stale');
    if (judgement === 'right') return grantCouponAndAllowance(transaction, services.clock, userId, `question ${questionId}`);
    await transaction.update(quizProgress).set({ wrongAnswers: sql`${quizProgress.wrongAnswers} + 1` }).where(eq(quizProgress.userId, userId));
    return null;
  });
  if (granted !== null) services.log.info({ event: 'granted', ...granted });
  return { correct: granted !== null };
}

/**
 * Who may take part in the quiz at all: within the campaign, with a bound fridge, entitled to the coupon.
 * @throws Refusal 204 with the first miss
 */
function requireAdmission({ account, fridges }: Household, services: Services): void {
  requireOpen(services, 'campaign2023');
  if (fridges.length === 0) throw refuse.notice('server.noFridge');
  const miss = eligibilityMiss(account);
  if (miss !== null) throw refuse.notice(miss);
}

/**
 * Reads the question a user is on and keeps every other quiz request of that user waiting until the transaction ends.
 * The lock is the account's, since at first there is no progress that could be locked.
 */
async function lockProgress(transaction: Queries, userId: string): Promise<Progress | null> {
  await transaction.select({ userId: accounts.userId }).from(accounts).where(eq(accounts.userId, userId)).for('update');
  const [progress] = await transaction.select().from(quizProgress).where(eq(quizProgress.userId, userId));
  return progress ?? null;
}
