import { answerCode } from '@fridge/shared-contracts';
import { CONTEST_WINDOW, type contestCalls, mayDelete, workStatus } from '@fridge/shared-contracts/activities/contest';
import { eq, sql } from 'drizzle-orm';
import type { copy } from '../../copy.ts';
import type { Queries } from '../../database/database.ts';
import { Refusal, refuse } from '../../http/refusal.ts';
import type { VerifiedCall } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { requireOpen } from '../require-open.ts';
import { releasePictures, removePictures, attachPictures } from './pictures.ts';
import { readPhotoShareContent, readRecipeContent } from './read-content.ts';
import { findWork, isSameContent, picturesOf, type StoredWork, writeParts } from './stored-works.ts';
import { readAuthor } from './submit-work.ts';
import { works } from './tables.ts';

/**
 * Resubmits a pending or rejected work as pending, while the contest is open.
 * @throws Refusal 409 for an outdated `revision`, unless the content is already stored (a repeated request)
 */
export async function updateWork({ household, fields }: VerifiedCall<typeof contestCalls.updateWork>, services: Services): Promise<{ id: string }> {
  const { queries, clock } = services;
  const { userId } = household.account;
  return queries.transaction(async (transaction) => {
    const work = await lockOwnWork(transaction, fields.id, userId, 'server.work.approvedEdit');
    requireOpen(services, CONTEST_WINDOW);
    const content = work.kind === 'recipe' ? readRecipeContent(fields) : readPhotoShareContent(fields);
    if (fields.revision !== undefined && fields.revision !== String(work.revision)) {
      if (isSameContent(content, work)) return { id: work.id };
      throw new Refusal(answerCode.conflict, 'server.work.changed');
    }
    const { images: _images, steps: _steps, ...text } = content;
    await attachPictures(transaction, userId, picturesOf(content), picturesOf(work));
    await writeParts(transaction, work.id, content);
    await releasePictures(transaction, picturesOf(work), clock.real());
    await transaction
      .update(works)
      .set({ ...text, ...readAuthor(household, fields), status: workStatus.pending, mark: '', heldUntil: null, revision: sql`${works.revision} + 1`, submittedAt: new Date(clock.business()) })
      .where(eq(works.id, work.id));
    return { id: work.id };
  });
}

/** Deletes a pending or rejected work at any time, with pictures that no other work uses. */
export async function delWork({ household, fields }: VerifiedCall<typeof contestCalls.delWork>, { queries, clock }: Services): Promise<null> {
  await queries.transaction(async (transaction) => {
    const work = await lockOwnWork(transaction, fields.id, household.account.userId, 'server.work.approved');
    await transaction.delete(works).where(eq(works.id, work.id));
    await removePictures(transaction, picturesOf(work), clock.real());
  });
  return null;
}

/**
 * Locked until the transaction ends, against concurrent decisions.
 * @throws Refusal 204 for none, 403 for another user's, 204 with message `approved` for an approved one
 */
async function lockOwnWork(transaction: Queries, id: string, userId: string, approved: keyof typeof copy): Promise<StoredWork> {
  await transaction.select({ id: works.id }).from(works).where(eq(works.id, id)).for('update');
  const work = await findWork(transaction, id);
  if (work === null) throw refuse.notice('server.work.missing');
  if (work.userId !== userId) throw new Refusal(answerCode.notYours, 'server.work.forbidden');
  if (!mayDelete(work)) throw refuse.notice(approved);
  return work;
}
