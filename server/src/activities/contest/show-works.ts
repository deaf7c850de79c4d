import { answerCode } from '@fridge/shared-contracts';
import { type contestCalls, workStatus } from '@fridge/shared-contracts/activities/contest';
import { eq } from 'drizzle-orm';
import { isoInShanghai } from '../../clock.ts';
import { Refusal, refuse } from '../../http/refusal.ts';
import type { VerifiedCall } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { pictureAddress } from './pictures.ts';
import { findWork, findWorks, latestSubmission, shownDecision, type StoredWork } from './stored-works.ts';
import { works } from './tables.ts';

/** All works of the user (at most `contestTerms.worksPerUser`), latest submission first. */
export async function getMyWorks({ household }: VerifiedCall<typeof contestCalls.getMyWorks>, { queries, settings, clock }: Services): Promise<WorkAnswer[]> {
  const mine = await findWorks(queries, eq(works.userId, household.account.userId), { order: latestSubmission });
  return mine.map((work) => answerWork(work, { base: settings.current().apiBase, mine: true, now: clock.real() }));
}

/** Approved works are public, others only their author's. */
export async function getWorkDetail({ household, fields }: VerifiedCall<typeof contestCalls.getWorkDetail>, { queries, settings, clock }: Services): Promise<WorkAnswer> {
  const work = await findWork(queries, fields.id);
  if (work === null) throw refuse.notice('server.work.missing');
  const mine = work.userId === household?.account.userId;
  const now = clock.real();
  if (!mine && shownDecision(work, now).status !== workStatus.approved) throw new Refusal(answerCode.notYours, 'server.work.forbidden');
  return answerWork(work, { base: settings.current().apiBase, mine, now });
}

/** Spec section 3, "Work". */
type WorkAnswer = ReturnType<typeof answerWork>;

/** @param mine adds phones, device and rejection reason */
function answerWork(work: StoredWork, { base, mine, now }: { base: string; mine: boolean; now: number }) {
  const { status, mark } = shownDecision(work, now);
  const { id, cookName, desc, nickName, headImgUrl, materials, tips, phone, devicePhone, fridgeId, spec } = work;
  return {
    id, cookName, desc, status, nickName, headImgUrl, materials, tips,
    image: work.images.map((name) => pictureAddress(base, name)),
    steps: work.steps.map(({ picture, stepDesc }) => ({ image: picture === null ? '' : pictureAddress(base, picture), stepDesc })),
    CookTime: work.cookTime,
    addTime: minuteInShanghai(work.addedAt),
    drawId2: work.prize,
    editPermission: mine ? 1 : 0,
    ...(mine && { mark, phone, devicePhone, fridgeId, spec, submitTime: minuteInShanghai(work.submittedAt), revision: work.revision }),
  };
}

/** `2023-08-01 10:00`. */
function minuteInShanghai(instant: Date): string {
  return isoInShanghai(instant).slice(0, 16).replace('T', ' ');
}
