import { randomInt } from 'node:crypto';
import { answerCode } from '@fridge/shared-contracts';
import {
  CONTEST_WINDOW,
  contestCalls,
  contestTerms,
  mayDelete,
  uploadEntry,
  workStatus,
} from '@fridge/shared-contracts/activities/contest';
import { and, eq, sql } from 'drizzle-orm';
import type { copy } from '../../edge/copy.ts';
import type { Queries } from '../../database/database.ts';
import type { OwnedHousehold } from '../../admission/find-household.ts';
import { lockUser } from '../../admission/household.ts';
import { Refusal, refuse, requireOpen } from '../../edge/refusal.ts';
import { answer, anyPhone } from '../../admission/signed-calls.ts';
import type { Services } from '../../program/services.ts';
import { attachPictures, removePictures } from './pictures.ts';
import { isSameContent, lockWork, shownDecision, type StoredWork, type WorkKind } from './stored-works.ts';
import { workPrizes, works } from './tables.ts';
import { readAuthor, readContent, type WorkFields } from './work-form.ts';

/**
 * Stores a pending work, until five days before the contest ends. A repeated `requestId` returns the same work, also
 * later.
 */
const submit =
  (kind: WorkKind) =>
  async ({ household, fields }: { household: OwnedHousehold; fields: WorkFields }, services: Services) => {
    const { queries, clock, settings } = services;
    const { userId } = household.account;
    const requestId = fields['requestId'] || null;
    if (requestId !== null && !/^[\w-]{1,64}$/.test(requestId)) throw refuse.badInput();
    return queries.transaction(async (transaction) => {
      await lockUser(transaction, userId);
      const [repeated] = await transaction
        .select({ id: works.id })
        .from(works)
        .where(and(eq(works.userId, userId), eq(works.requestId, requestId ?? '')));
      if (repeated !== undefined) return repeated;
      requireOpen(services, CONTEST_WINDOW);
      if (uploadEntry(settings.current().windows[CONTEST_WINDOW], clock.business()) !== 'open')
        throw refuse.notice('server.work.closed');
      const content = readContent(kind, fields);
      if ((await transaction.$count(works, eq(works.userId, userId))) >= contestTerms.worksPerUser)
        throw refuse.notice('server.work.tooMany');
      const [id, now] = [newId(), new Date(clock.business())];
      const author = readAuthor(household, fields);
      const submitted = { id, userId, kind, requestId, addedAt: now, submittedAt: now };
      await transaction.insert(works).values({ ...submitted, ...content, ...author });
      await attachPictures(transaction, { id, userId, ...content }, clock.real());
      return { id };
    });
  };

export const saveWork = answer(contestCalls.saveWork, submit('recipe'));
export const submitEntries = answer(contestCalls.submitEntries, submit('photoShare'), anyPhone);

/**
 * Resubmits a pending or rejected work as pending, while the contest is open.
 * @throws Refusal 409 for an outdated `revision`, unless the content is already stored (a repeated request)
 */
export const updateWork = answer(
  contestCalls.updateWork,
  ({ household, fields }, services) => {
    const { queries, clock } = services;
    const { userId } = household.account;
    return queries.transaction(async (transaction) => {
      const work = await lockOwnWork(transaction, fields.id, userId, 'server.work.approvedEdit', clock.real());
      requireOpen(services, CONTEST_WINDOW);
      const content = readContent(work.kind, fields);
      if (fields.revision !== undefined && fields.revision !== String(work.revision)) {
        if (isSameContent(content, work)) return { id: work.id };
        throw new Refusal(answerCode.conflict, 'server.work.changed');
      }
      await attachPictures(transaction, { id: work.id, userId, ...content }, clock.real(), work);
      const resubmitted = {
        status: workStatus.pending,
        mark: '',
        heldUntil: null,
        revision: sql`${works.revision} + 1`,
        submittedAt: new Date(clock.business()),
      };
      await transaction
        .update(works)
        .set({ ...content, ...readAuthor(household, fields), ...resubmitted })
        .where(eq(works.id, work.id));
      return { id: work.id };
    });
  },
  anyPhone,
);

/** Deletes a pending or rejected work at any time, with pictures that no other work uses. */
export const delWork = answer(contestCalls.delWork, ({ household, fields }, { queries, clock }) =>
  queries.transaction(async (transaction) => {
    const { userId } = household.account;
    const work = await lockOwnWork(transaction, fields.id, userId, 'server.work.approved', clock.real());
    // A prize that it won stays the author's.
    await transaction.delete(workPrizes).where(eq(workPrizes.workId, work.id));
    await transaction.delete(works).where(eq(works.id, work.id));
    await removePictures(transaction, work, clock.real());
    return null;
  }),
);

/**
 * Locks the user before the work: a block comes before the change or after it.
 * @param now real time, milliseconds
 * @throws Refusal 204 for a blocked user and for no such work, 403 for another user's, 204 with message `approved` for
 * an approved one
 */
async function lockOwnWork(
  transaction: Queries,
  id: string,
  userId: string,
  approved: keyof typeof copy,
  now: number,
): Promise<StoredWork> {
  await lockUser(transaction, userId);
  const work = await lockWork(transaction, id);
  if (work === null) throw refuse.notice('server.work.missing');
  if (work.userId !== userId) throw new Refusal(answerCode.notYours, 'server.work.forbidden');
  // A held approval is none yet: who could tell it by this refusal would know it before its time.
  if (!mayDelete(shownDecision(work, now))) throw refuse.notice(approved);
  return work;
}

/** Short enough to read aloud; no characters that look alike. */
const ID_CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const ID_LENGTH = 10;

function newId(): string {
  return Array.from({ length: ID_LENGTH }, () => ID_CHARACTERS.charAt(randomInt(ID_CHARACTERS.length))).join('');
}
