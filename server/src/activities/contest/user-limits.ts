import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { accounts } from '../../database/schema.ts';
import { refuse } from '../../http/refusal.ts';
import { pictures, uploadDays, works } from './tables.ts';

/**
 * How much one user may upload and keep here (the specification shows no limits). `atOnce`: uploads under way; each form
 * of a page sends two at a time, and what a lost connection left may stay until `UPLOAD_SILENCE_LIMIT_MS`.
 */
export const pictureLimits = { atOnce: 12, perDay: 200, kept: 1_000 } as const;

/** Lets one transaction of a user at a time count what the user has: the next one sees what this one added. */
export async function lockUser(transaction: Queries, userId: string): Promise<void> {
  // Rows that refer to the account are still added meanwhile.
  await transaction.select({ userId: accounts.userId }).from(accounts).where(eq(accounts.userId, userId)).for('no key update');
}

/**
 * Refuses an upload early, before its file is read. What counts is `countUpload` and `requireRoomForPicture`.
 * @throws Refusal 429
 */
export async function checkUploadLimits(queries: Queries, userId: string, day: string): Promise<void> {
  const [today] = await queries.select().from(uploadDays).where(and(eq(uploadDays.userId, userId), eq(uploadDays.day, day)));
  if ((today?.uploads ?? 0) >= pictureLimits.perDay) throw refuse.tooMany();
  await requireRoomForPicture(queries, userId);
}

/** Counts a received file, fit or not: looking at it is what costs. @throws Refusal 429 for one too many on a day */
export async function countUpload(queries: Queries, userId: string, day: string): Promise<void> {
  const counted = await queries
    .insert(uploadDays)
    .values({ userId, day, uploads: 1 })
    .onConflictDoUpdate({
      target: [uploadDays.userId, uploadDays.day],
      set: { uploads: sql`${uploadDays.uploads} + 1` },
      setWhere: lt(uploadDays.uploads, pictureLimits.perDay),
    })
    .returning({ uploads: uploadDays.uploads });
  if (counted.length === 0) throw refuse.tooMany();
}

/** Exact for who holds the user's lock. @throws Refusal 429 */
export async function requireRoomForPicture(queries: Queries, userId: string): Promise<void> {
  if ((await queries.$count(pictures, and(eq(pictures.userId, userId), isNull(pictures.removedAt)))) >= pictureLimits.kept) throw refuse.tooMany();
}

/** Exact for who holds the user's lock. @throws Refusal 204 for one work too many */
export async function requireRoomForWork(queries: Queries, userId: string): Promise<void> {
  if ((await queries.$count(works, eq(works.userId, userId))) >= contestTerms.worksPerUser) throw refuse.notice('server.work.tooMany');
}
