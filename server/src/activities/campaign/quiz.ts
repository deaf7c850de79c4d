import { randomInt } from 'node:crypto';
import { answerCode } from '@fridge/shared-contracts';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { eq } from 'drizzle-orm';
import type { OwnedHousehold } from '../../admission/find-household.ts';
import { lockUser } from '../../admission/household.ts';
import { closedReason, Refusal, refuse } from '../../edge/refusal.ts';
import { mayBeRequestId } from '../../admission/signature.ts';
import { answer, judgesBlocked, readOnly } from '../../admission/signed-calls.ts';
import type { Services } from '../../program/services.ts';
import { couponOf, ineligibleReason, poolNames } from './grants.ts';
import {
  checkAnswer,
  isOptionLabel,
  type JudgedAnswer,
  nextQuestion,
  type Progress,
  repeatedResult,
  withoutSolution,
} from './question.ts';
import { quizProgress } from './tables.ts';

/** `null`: the user holds the coupon. `{}`: a question has to be answered (spec section 4). */
export const isDirect = answer(
  campaignCalls.isDirect,
  async ({ household }, services) => {
    requireAdmission(household, services);
    const coupon = await couponOf(services.queries, household.account.userId);
    if (coupon === 'revoked') throw refuse.notice('server.coupon.revoked');
    return coupon === 'held' ? null : {};
  },
  readOnly,
);

/** `questionId`: the question to replace, if any. */
export const getNewAnswer = answer(campaignCalls.getNewAnswer, async ({ household, fields }, services) => {
  requireAdmission(household, services);
  const { userId } = household.account;
  return services.queries.transaction(async (transaction) => {
    // The account, since the progress row may not exist yet: one user's quiz requests run one at a time.
    await lockUser(transaction, userId);
    const [progress = null] = await transaction.select().from(quizProgress).where(eq(quizProgress.userId, userId));
    const question = nextQuestion(progress, fields.questionId ?? '', (below) => randomInt(below));
    if (question.questionId !== progress?.questionId) {
      const asked = { questionId: question.questionId, wrongAnswers: 0, askedAt: new Date(services.clock.real()) };
      await transaction
        .insert(quizProgress)
        .values({ userId, ...asked })
        .onConflictDoUpdate({ target: quizProgress.userId, set: asked });
    }
    return withoutSolution(question, progress);
  });
});

/** Each time another answer of the same user was judged meanwhile, of which few can change anything. */
const ATTEMPTS = 10;

/**
 * A right answer grants the coupon in the same call of the database; if the grant is refused (204), the question can be
 * answered again. The last judged answer repeats its result even after the campaign has closed (architecture, "The
 * wire"). It is judged as the first one to a question, which it mostly is; if it isn't, the database tells the
 * progress.
 */
export const answerQuestion = answer(
  campaignCalls.answerQuestion,
  async ({ household, fields, endsAt }, services) => {
    const { userId } = household.account;
    const { questionId, correctAnswer, requestId = '' } = fields;
    if (!isOptionLabel(correctAnswer) || (requestId !== '' && !mayBeRequestId(requestId))) throw refuse.badInput();
    const sent = { questionId, correctAnswer, requestId };
    const notAdmitted = admissionRefusal(household, services);

    let progress: Progress | null = { questionId, wrongAnswers: 0, judged: null };
    if (notAdmitted !== null || checkAnswer(progress, questionId, correctAnswer) === 'stale')
      // Waits for what was judged just now to be on the disk.
      ({ progress } = await services.answers.store({ userId, progress: null, judged: null }, endsAt));
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const before = repeatedResult(progress?.judged ?? null, sent);
      if (before === 'right' || before === 'wrong') return { correct: before === 'right' };
      if (notAdmitted !== null) throw notAdmitted;
      const judgement = before === 'stale' ? before : checkAnswer(progress, questionId, correctAnswer);
      if (judgement === 'stale')
        throw (await couponOf(services.queries, userId))
          ? refuse.notice('server.coupon.once')
          : new Refusal(answerCode.conflict, 'server.question.stale');
      const stored = await judge(services, userId, progress, { ...sent, correct: judgement === 'right' }, endsAt);
      if (stored.outcome !== 'changed') return { correct: judgement === 'right' };
      progress = stored.progress;
    }
    throw new Error(`The user's progress changed during each of ${ATTEMPTS} attempts.`);
  },
  judgesBlocked,
);

const refusals = {
  blocked: 'server.account.blocked',
  held: 'server.coupon.once',
  once: 'server.coupon.once',
  total: 'server.coupon.total',
  today: 'server.coupon.today',
} as const;

/** @throws Refusal 204 when there is no coupon for the user */
async function judge(
  { answers, metrics, log }: Services,
  userId: string,
  progress: Progress | null,
  judged: JudgedAnswer,
  endsAt: number,
) {
  const count = (outcome: string, pool: string = poolNames.coupon) => metrics.grants.inc({ pool, outcome });
  const stored = await answers.store({ userId, progress, judged }, endsAt).catch((error: unknown) => {
    if (judged.correct) count('failed');
    throw error;
  });
  const { outcome, granted } = stored;
  if (outcome === 'granted') {
    for (const pool of Object.keys(granted)) count(outcome, pool);
    log.info({ event: 'granted', ...granted });
  } else if (outcome !== 'changed' && outcome !== 'stored') {
    if (outcome !== 'held' && outcome !== 'blocked') count(outcome);
    throw refuse.notice(refusals[outcome]);
  }
  return stored;
}

/** Refusal 204 unless the campaign is open and the household isn't blocked, has a fridge and is eligible. */
function admissionRefusal({ account, fridges }: OwnedHousehold, services: Services): Refusal | null {
  const closed = closedReason(services, 'campaign2023');
  if (closed !== null) return closed;
  if (account.blockedBy !== null) return refuse.notice('server.account.blocked');
  if (fridges.length === 0) return refuse.notice('server.noFridge');
  const miss = ineligibleReason(account);
  return miss === null ? null : refuse.notice(miss);
}

/** @throws Refusal 204 */
function requireAdmission(household: OwnedHousehold, services: Services): void {
  const refusal = admissionRefusal(household, services);
  if (refusal !== null) throw refusal;
}
