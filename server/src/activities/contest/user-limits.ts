import { contestTerms } from '@fridge/shared-contracts/activities/contest';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { refuse } from '../../edge/refusal.ts';
import { pictures, uploadDays, works } from './tables.ts';

/** Limits per user (not specified). */
export const pictureLimits = { perDay: 200, kept: 1_000 } as const;

/** Counts every upload that begins, whatever becomes of its file. @throws Refusal 429 above the daily limit */
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

/** Decides with `lockUser`, and refuses early without. @throws Refusal 429 */
export async function requireRoomForPicture(queries: Queries, userId: string): Promise<void> {
  if (
    (await queries.$count(pictures, and(eq(pictures.userId, userId), isNull(pictures.removedAt)))) >= pictureLimits.kept
  )
    throw refuse.tooMany();
}

/** Requires `lockUser`. @throws Refusal 204 */
export async function requireRoomForWork(queries: Queries, userId: string): Promise<void> {
  if ((await queries.$count(works, eq(works.userId, userId))) >= contestTerms.worksPerUser)
    throw refuse.notice('server.work.tooMany');
}
