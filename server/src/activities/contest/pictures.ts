import { randomBytes } from 'node:crypto';
import { uploadTerms, workStatus } from '@fridge/shared-contracts/activities/contest';
import { and, asc, eq, inArray, isNull, not, sql } from 'drizzle-orm';
import { lockUser } from '../../admission/household.ts';
import type { Queries } from '../../database/database.ts';
import { refuse } from '../../edge/refusal.ts';
import { HOUR_MS } from '../../program/clock.ts';
import type { Services } from '../../program/services.ts';
import type { ObjectStorage } from '../../storage/object-storage.ts';
import { shownDecision, type WorkContent } from './stored-works.ts';
import { pictures, workPictures, works } from './tables.ts';

export const PICTURES_PATH = '/uploads';
export const PICTURE_NAME = /^[\da-f]{32}\.jpg$/;

/** Below `PUBLIC_PICTURES_ORIGIN` or, without it, the API's. Addresses of either, also former ones, stay valid. */
export function pictureAddress({ environment, settings }: Pick<Services, 'environment' | 'settings'>, name: string) {
  return `${environment.PUBLIC_PICTURES_ORIGIN ?? settings.current().apiBase}${PICTURES_PATH}/${name}`;
}

/** Name in an address that `uploadWork` returned, under any origin. */
export function pictureNameOf(address: string): string | null {
  return /^https?:\/\/[\w.:[\]-]+\/uploads\/([\da-f]{32}\.jpg)$/.exec(address)?.[1] ?? null;
}

/** Limits per user (not specified). */
export const pictureLimits = { perDay: 200, kept: 1_000 } as const;

/** Decides with `lockUser`, and refuses early without. @throws Refusal 429 */
export async function requireRoomForPicture(queries: Queries, userId: string): Promise<void> {
  if (
    (await queries.$count(pictures, and(eq(pictures.userId, userId), isNull(pictures.removedAt)))) >= pictureLimits.kept
  )
    throw refuse.tooMany();
}

/**
 * Inserts the picture's row, then writes its file. A failed write marks the row for removal.
 * @throws Refusal 429 at the user's maximum; the storage's errors
 */
export async function storePicture(
  queries: Queries,
  storage: ObjectStorage,
  { userId, content, now }: { userId: string; content: Buffer; now: number },
): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}.jpg`;
  await queries.transaction(async (transaction) => {
    await lockUser(transaction, userId);
    await requireRoomForPicture(transaction, userId);
    await transaction.insert(pictures).values({ name, userId, ...orphaned(now) });
  });
  try {
    await storage.write(name, content);
  } catch (error) {
    await queries.update(pictures).set(removed(now)).where(eq(pictures.name, name));
    throw error;
  }
  return name;
}

const orphaned = (now: number) => ({ dueAt: new Date(now + uploadTerms.orphanHours * HOUR_MS) });
export const removed = (now: number, dueAt = now) => ({ removedAt: new Date(now), dueAt: new Date(dueAt) });

/** Only for rows that an earlier statement has locked: see `lockPictures`. */
export const inUse = sql`exists (select from work_pictures where picture = ${pictures.name})`;

/** `public` once a work that uses the picture is approved, else `private`; `null` if there is none. */
export async function pictureAccess(queries: Queries, name: string, now: number): Promise<'public' | 'private' | null> {
  if (!PICTURE_NAME.test(name)) return null;
  const found = await queries
    .select({ work: { status: works.status, mark: works.mark, heldUntil: works.heldUntil } })
    .from(pictures)
    .leftJoin(workPictures, eq(workPictures.picture, pictures.name))
    .leftJoin(works, eq(works.id, workPictures.workId))
    .where(and(eq(pictures.name, name), isNull(pictures.removedAt)));
  if (found.length === 0) return null;
  const isApproved = found.some(({ work }) => work && shownDecision(work, now).status === workStatus.approved);
  return isApproved ? 'public' : 'private';
}

/**
 * Locks in name order, which prevents deadlocks. Check which works use them in a later statement: one that waited for a
 * lock reads the state from before it waited.
 */
async function lockPictures(transaction: Queries, names: readonly string[]) {
  const { name, userId, removedAt } = pictures;
  return transaction
    .select({ name, userId, removedAt })
    .from(pictures)
    .where(inArray(name, [...names]))
    .orderBy(asc(name))
    .for('update');
}

type Parts = Pick<WorkContent, 'images' | 'steps'>;

const picturesOf = ({ images, steps }: Parts): Set<string> =>
  new Set([...images, ...steps.flatMap(({ picture }) => picture ?? [])]);

/**
 * Attaches a user's pictures to a work, which protects them from the sweep; its former ones become orphans unless
 * another work uses them.
 * @throws Refusal 403 for another user's picture, 409 for a removed one
 */
export async function attachPictures(
  transaction: Queries,
  { id, userId, ...content }: { id: string; userId: string } & Parts,
  now: number,
  before: Parts = { images: [], steps: [] },
): Promise<void> {
  const [wanted, former] = [picturesOf(content), picturesOf(before)];
  const found = (await lockPictures(transaction, [...wanted, ...former])).filter(({ name }) => wanted.has(name));
  if (found.some((picture) => picture.userId !== userId)) throw refuse.notYours();
  if (found.length < wanted.size || found.some(({ removedAt }) => removedAt !== null)) throw refuse.gone();
  const names = [...wanted];
  await transaction.update(pictures).set({ dueAt: null }).where(inArray(pictures.name, names));
  await transaction.delete(workPictures).where(eq(workPictures.workId, id));
  if (names.length > 0)
    await transaction.insert(workPictures).values(names.map((picture) => ({ workId: id, picture })));
  await changeUnused(transaction, former, orphaned(now));
}

/** After a work was deleted: hides its pictures that no other work uses, due now. */
export async function removePictures(transaction: Queries, work: Parts, now: number): Promise<void> {
  await changeUnused(transaction, picturesOf(work), removed(now));
}

async function changeUnused(
  transaction: Queries,
  former: ReadonlySet<string>,
  change: Partial<typeof pictures.$inferInsert>,
): Promise<void> {
  const names = [...former];
  await lockPictures(transaction, names);
  await transaction
    .update(pictures)
    .set(change)
    .where(and(inArray(pictures.name, names), not(inUse)));
}
