import { answerCode } from '@fridge/shared-contracts';
import { contestCalls, workStatus } from '@fridge/shared-contracts/activities/contest';
import { eq } from 'drizzle-orm';
import { isoInShanghai } from '../../program/clock.ts';
import { Refusal, refuse } from '../../edge/refusal.ts';
import { answer, readOnly } from '../../admission/signed-calls.ts';
import type { Services } from '../../program/services.ts';
import { pictureAddress } from './pictures.ts';
import { findWork, latestSubmission, selectWorks, shownDecision, type StoredWork } from './stored-works.ts';
import { works } from './tables.ts';

/** All works of the user (at most `contestTerms.worksPerUser`), latest submission first. */
export const getMyWorks = answer(
  contestCalls.getMyWorks,
  async ({ household }, services) => {
    const mine = await selectWorks(services.queries)
      .where(eq(works.userId, household.account.userId))
      .orderBy(...latestSubmission);
    return mine.map((work) => answerWork(work, true, services));
  },
  readOnly,
);

/** Approved works are public, others only their author's. */
export const getWorkDetail = answer(
  contestCalls.getWorkDetail,
  async ({ household, fields }, services) => {
    const work = await findWork(services.queries, fields.id);
    if (work === null) throw refuse.notice('server.work.missing');
    const mine = work.userId === household?.account.userId;
    if (!mine && shownDecision(work, services.clock.real()).status !== workStatus.approved)
      throw new Refusal(answerCode.notYours, 'server.work.forbidden');
    return answerWork(work, mine, services);
  },
  readOnly,
);

/** Spec section 3, "Work". @param mine adds phones, device and rejection reason */
function answerWork(work: StoredWork, mine: boolean, services: Services) {
  const { status, mark } = shownDecision(work, services.clock.real());
  const { id, cookName, desc, nickName, headImgUrl, materials, tips, phone, devicePhone, fridgeId, spec } = work;
  return {
    id,
    cookName,
    desc,
    status,
    nickName,
    headImgUrl,
    materials,
    tips,
    image: work.images.map((name) => pictureAddress(services, name)),
    steps: work.steps.map(({ picture, stepDesc }) => ({
      image: picture === null ? '' : pictureAddress(services, picture),
      stepDesc,
    })),
    CookTime: work.cookTime,
    addTime: minuteInShanghai(work.addedAt),
    drawId2: work.prize,
    editPermission: mine ? 1 : 0,
    ...(mine && {
      mark,
      phone,
      devicePhone,
      fridgeId,
      spec,
      submitTime: minuteInShanghai(work.submittedAt),
      revision: work.revision,
    }),
  };
}

/** `2023-08-01 10:00`. */
function minuteInShanghai(instant: Date): string {
  return isoInShanghai(instant).slice(0, 16).replace('T', ' ');
}
