import { randomBytes } from 'node:crypto';
import { uploadTerms } from '@fridge/shared-contracts/activities/contest';
import { and, count, eq, exists, inArray, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { refuse } from '../../http/refusal.ts';
import type { PictureStorage } from '../../storage/picture-storage.ts';
import type { Picture } from './re-encode.ts';
import { pictures, uploadDays, workImages, works, workSteps } from './tables.ts';

/** How much one user may keep here (the specification shows no limits). */
export const pictureLimits = { perDay: 200, kept: 1_000 } as const;

/** Rows that one sweep takes on; the next one goes on from there. */
const SWEPT_AT_ONCE = 500;
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

/** @throws Refusal 429 when the user has had the day's uploads, or keeps all that one may */
export async function checkUploadLimits(queries: Queries, userId: string, day: string): Promise<void> {
  const [today] = await queries.select().from(uploadDays).where(and(eq(uploadDays.userId, userId), eq(uploadDays.day, day)));
  const [kept] = await queries.select({ pictures: count() }).from(pictures).where(and(eq(pictures.userId, userId), isNull(pictures.removedAt)));
  if ((today?.uploads ?? 0) >= pictureLimits.perDay || (kept?.pictures ?? 0) >= pictureLimits.kept) throw refuse.tooMany();
}

/**
 * Keeps a picture: its row, which counts it, then its file. When the file can't be kept nothing of it stays.
 * @returns its name
 * @throws Refusal 429 for one upload too many on a day; what the storage throws
 */
export async function keepPicture(
  queries: Queries,
  storage: PictureStorage,
  { userId, day, picture, now }: { userId: string; day: string; picture: Picture; now: number },
): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}.jpg`;
  const { content, width, height } = picture;
  await queries.transaction(async (transaction) => {
    const counted = await transaction
      .insert(uploadDays)
      .values({ userId, day, uploads: 1 })
      .onConflictDoUpdate({
        target: [uploadDays.userId, uploadDays.day],
        set: { uploads: sql`${uploadDays.uploads} + 1` },
        setWhere: lt(uploadDays.uploads, pictureLimits.perDay),
      })
      .returning({ uploads: uploadDays.uploads });
    if (counted.length === 0) throw refuse.tooMany();
    await transaction.insert(pictures).values({ name, userId, bytes: content.length, width, height, releasedAt: new Date(now) });
  });
  try {
    await storage.write(name, content);
  } catch (error) {
    await queries.update(pictures).set({ removedAt: new Date(now) }).where(eq(pictures.name, name));
    throw error;
  }
  return name;
}

/**
 * What may be shown of a picture.
 * - `public`: a work that names it is approved
 * - `private`: not yet, or not in a work: for those who have its address
 * - `null`: there is none, or not any more
 */
export async function pictureAccess(queries: Queries, name: string): Promise<'public' | 'private' | null> {
  const [found] = await queries
    .select({ approved: sql<boolean>`${or(named(queries, workImages, true), named(queries, workSteps, true))}` })
    .from(pictures)
    .where(and(eq(pictures.name, name), isNull(pictures.removedAt)));
  if (found === undefined) return null;
  return found.approved ? 'public' : 'private';
}

/** Whether any work names the picture of the row at hand; only approved ones when asked so. */
function named(queries: Queries, table: typeof workImages | typeof workSteps, approved = false) {
  const rows = queries.select({ one: sql`1` }).from(table);
  const mine = eq(table.picture, pictures.name);
  if (!approved) return exists(rows.where(mine));
  return exists(rows.innerJoin(works, eq(works.id, table.workId)).where(and(mine, eq(works.status, 1))));
}

/**
 * Takes a user's pictures into a work. Touching the rows keeps a sweep that runs at the same moment from them.
 * @throws Refusal 403 for a name that isn't the user's, 409 for one that was swept or removed
 */
export async function takePictures(transaction: Queries, userId: string, names: readonly string[], now: number): Promise<void> {
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return;
  const taken = await transaction
    .update(pictures)
    .set({ releasedAt: new Date(now) })
    .where(and(inArray(pictures.name, wanted), eq(pictures.userId, userId), isNull(pictures.removedAt)))
    .returning({ name: pictures.name });
  if (taken.length === wanted.length) return;
  const others = await transaction.select({ name: pictures.name }).from(pictures).where(and(inArray(pictures.name, wanted), not(eq(pictures.userId, userId))));
  throw others.length > 0 ? refuse.notYours() : refuse.gone();
}

/** Pictures that a work let go are orphans from now on. */
export async function releasePictures(transaction: Queries, names: readonly string[], now: number): Promise<void> {
  if (names.length > 0) await transaction.update(pictures).set({ releasedAt: new Date(now) }).where(inArray(pictures.name, [...names]));
}

/** Marks those of a deleted work's pictures that no other work names: from now on they aren't shown. */
export async function removePictures(transaction: Queries, names: readonly string[], now: number): Promise<void> {
  if (names.length === 0) return;
  await transaction
    .update(pictures)
    .set({ removedAt: new Date(now) })
    .where(and(inArray(pictures.name, [...names]), not(named(transaction, workImages)), not(named(transaction, workSteps))));
}

/**
 * Removes what nobody needs: pictures that no work has named for a day, and the files of those that were removed.
 * What can't be removed now is tried again by the next sweep.
 * @param now real time, milliseconds
 * @returns how many are gone
 */
export async function sweepPictures(queries: Queries, storage: PictureStorage, now: number): Promise<number> {
  const before = new Date(now - uploadTerms.orphanHours * HOUR_MS);
  await queries
    .update(pictures)
    .set({ removedAt: new Date(now) })
    .where(and(isNull(pictures.removedAt), lt(pictures.releasedAt, before), not(named(queries, workImages)), not(named(queries, workSteps))));
  const removed = await queries.select({ name: pictures.name }).from(pictures).where(isNotNull(pictures.removedAt)).limit(SWEPT_AT_ONCE);
  for (const { name } of removed) {
    await storage.remove(name);
    await queries.delete(pictures).where(eq(pictures.name, name));
  }
  return removed.length;
}
