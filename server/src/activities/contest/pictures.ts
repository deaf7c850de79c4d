import { randomBytes } from 'node:crypto';
import { uploadTerms } from '@fridge/shared-contracts/activities/contest';
import { and, asc, eq, exists, inArray, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { refuse } from '../../http/refusal.ts';
import type { PictureStorage } from '../../storage/picture-storage.ts';
import type { Picture } from './re-encode.ts';
import { approvedFor } from './stored-works.ts';
import { pictures, workImages, works, workSteps } from './tables.ts';
import { lockUser, requireRoomForPicture } from './user-limits.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Where pictures are shown, under the server's own address. */
export const PICTURES_PATH = '/uploads';

export function pictureAddress(base: string, name: string): string {
  return `${base}${PICTURES_PATH}/${name}`;
}

/** @returns the name in an address that `uploadWork` gave, wherever the server stood then; `null` for any other text */
export function pictureNameOf(address: string): string | null {
  return /^https?:\/\/[\w.:[\]-]+\/uploads\/([\da-f]{32}\.jpg)$/.exec(address)?.[1] ?? null;
}

/**
 * Keeps a picture: its row, which counts it, then its file. When the file can't be kept nothing of it stays.
 * @returns its name
 * @throws Refusal 429 when the user keeps all that one may; what the storage throws
 */
export async function keepPicture(queries: Queries, storage: PictureStorage, { userId, picture, now }: { userId: string; picture: Picture; now: number }): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}.jpg`;
  const { content, width, height } = picture;
  await queries.transaction(async (transaction) => {
    await lockUser(transaction, userId);
    await requireRoomForPicture(transaction, userId);
    await transaction.insert(pictures).values({ name, userId, bytes: content.length, width, height, dueAt: orphanDue(now) });
  });
  try {
    await storage.write(name, content);
  } catch (error) {
    await queries.update(pictures).set({ removedAt: new Date(now), dueAt: new Date(now) }).where(eq(pictures.name, name));
    throw error;
  }
  return name;
}

/** When a picture that no work names is removed. */
function orphanDue(now: number): Date {
  return new Date(now + uploadTerms.orphanHours * HOUR_MS);
}

/**
 * What may be shown of a picture.
 * - `public`: a work that names it is approved
 * - `private`: not yet, or not in a work: for those who have its address
 * - `null`: there is none, or not any more
 */
export async function pictureAccess(queries: Queries, name: string, now: number): Promise<'public' | 'private' | null> {
  const [found] = await queries
    .select({ approved: sql<boolean>`${or(named(queries, workImages, approvedFor(now)), named(queries, workSteps, approvedFor(now)))}` })
    .from(pictures)
    .where(and(eq(pictures.name, name), isNull(pictures.removedAt)));
  if (found === undefined) return null;
  return found.approved ? 'public' : 'private';
}

/** Whether any work names the picture of the row at hand; only works that fit when `which` is given. */
function named(queries: Queries, table: typeof workImages | typeof workSteps, which?: SQL) {
  const rows = queries.select({ one: sql`1` }).from(table);
  const mine = eq(table.picture, pictures.name);
  if (which === undefined) return exists(rows.where(mine));
  return exists(rows.innerJoin(works, eq(works.id, table.workId)).where(and(mine, which)));
}

/** The pictures of the rows at hand that no work names. Asked of locked rows alone, see `lockPictures`. */
const unnamed = (transaction: Queries) => not(sql`(${or(named(transaction, workImages), named(transaction, workSteps))})`);

/**
 * Holds pictures until the transaction ends, in one order for everybody, so that no two wait for each other. Whether a
 * work names them is for a later statement to ask: the statement that waited still sees the works of before it waited.
 */
async function lockPictures(transaction: Queries, names: readonly string[]) {
  if (names.length === 0) return [];
  const { name, userId, removedAt } = pictures;
  return transaction.select({ name, userId, removedAt }).from(pictures).where(inArray(name, [...new Set(names)])).orderBy(asc(name)).for('update');
}

/**
 * Takes a user's pictures into a work; the sweep and works that are deleted meanwhile leave them alone.
 * @param letGo pictures that the same transaction will release
 * @throws Refusal 403 for a name that isn't the user's, 409 for one that was swept or removed
 */
export async function takePictures(transaction: Queries, userId: string, names: readonly string[], letGo: readonly string[] = []): Promise<void> {
  const wanted = new Set(names);
  const found = (await lockPictures(transaction, [...names, ...letGo])).filter(({ name }) => wanted.has(name));
  if (found.some((picture) => picture.userId !== userId)) throw refuse.notYours();
  if (found.length < wanted.size || found.some(({ removedAt }) => removedAt !== null)) throw refuse.gone();
  if (wanted.size > 0) await transaction.update(pictures).set({ dueAt: null }).where(inArray(pictures.name, [...wanted]));
}

/** Those of a changed work's former pictures that no work names any more are orphans from now on. */
export async function releasePictures(transaction: Queries, names: readonly string[], now: number): Promise<void> {
  await lockPictures(transaction, names);
  if (names.length > 0) await transaction.update(pictures).set({ dueAt: orphanDue(now) }).where(and(inArray(pictures.name, [...names]), unnamed(transaction)));
}

/** Those of a deleted work's pictures that no work names any more aren't shown from now on; the next sweep takes them. */
export async function removePictures(transaction: Queries, names: readonly string[], now: number): Promise<void> {
  await lockPictures(transaction, names);
  const gone = { removedAt: new Date(now), dueAt: new Date(now) };
  if (names.length > 0) await transaction.update(pictures).set(gone).where(and(inArray(pictures.name, [...names]), unnamed(transaction)));
}

/**
 * Takes on pictures that are due, so that no other process does: they aren't shown from now on. Those that aren't
 * removed for good by then are due again at `again`.
 * @returns their names, the longest due first
 */
export async function claimDuePictures(queries: Queries, { now, again, most }: { now: number; again: number; most: number }): Promise<string[]> {
  return queries.transaction(async (transaction) => {
    const due = await transaction
      .select({ name: pictures.name })
      .from(pictures)
      .where(lte(pictures.dueAt, new Date(now)))
      .orderBy(asc(pictures.dueAt))
      .limit(most)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const locked = inArray(pictures.name, due.map(({ name }) => name));
    // A picture that a work names isn't due, whatever its row said.
    await transaction.update(pictures).set({ dueAt: null }).where(and(locked, not(unnamed(transaction))));
    const claimed = await transaction
      .update(pictures)
      .set({ removedAt: new Date(now), dueAt: new Date(again) })
      .where(and(locked, unnamed(transaction)))
      .returning({ name: pictures.name });
    return claimed.map(({ name }) => name);
  });
}

/** Forgets a picture whose file is gone. */
export async function forgetPicture(queries: Queries, name: string): Promise<void> {
  await queries.delete(pictures).where(eq(pictures.name, name));
}
