import { randomBytes } from 'node:crypto';
import { finished } from 'node:stream/promises';
import { uploadTerms } from '@fridge/shared-contracts/activities/contest';
import { and, asc, eq, exists, inArray, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { DAY_MS, HOUR_MS } from '../../program/clock.ts';
import type { Queries } from '../../database/database.ts';
import { limitSendTime } from '../../edge/connections.ts';
import { lockUser } from '../../admission/household.ts';
import { refuse } from '../../edge/refusal.ts';
import type { ObjectStorage } from '../../storage/object-storage.ts';
import { processingSlots } from '../../bounds/processing-slots.ts';
import type { Services } from '../../program/services.ts';
import type { Picture } from './re-encode.ts';
import { approvedFor } from './stored-works.ts';
import { pictures, workImages, works, workSteps } from './tables.ts';
import { requireRoomForPicture } from './user-limits.ts';

const PICTURES_PATH = '/uploads';
export const PICTURE_NAME = /^[\da-f]{32}\.jpg$/;
const CACHED_S = (365 * DAY_MS) / 1000;

/** An object of an object store is in memory until its reader has it: of slow readers, each has its turn. */
export const SENT_AT_ONCE = 100;

/** Below `PUBLIC_PICTURES_ORIGIN` or, without it, the API's. Addresses of either, also former ones, stay valid. */
export function pictureAddress({ environment, settings }: Pick<Services, 'environment' | 'settings'>, name: string) {
  return `${environment.PUBLIC_PICTURES_ORIGIN ?? settings.current().apiBase}${PICTURES_PATH}/${name}`;
}

/** Name in an address that `uploadWork` returned, under any origin. */
export function pictureNameOf(address: string): string | null {
  return /^https?:\/\/[\w.:[\]-]+\/uploads\/([\da-f]{32}\.jpg)$/.exec(address)?.[1] ?? null;
}

/**
 * Inserts the picture's row, then writes its file. A failed write marks the row for removal.
 * @throws Refusal 429 at the user's maximum; the storage's errors
 */
export async function storePicture(
  queries: Queries,
  storage: ObjectStorage,
  { userId, picture, now }: { userId: string; picture: Picture; now: number },
): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}.jpg`;
  const { content, width, height } = picture;
  await queries.transaction(async (transaction) => {
    await lockUser(transaction, userId);
    await requireRoomForPicture(transaction, userId);
    await transaction.insert(pictures).values({ name, userId, bytes: content.length, width, height, ...orphaned(now) });
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
const removed = (now: number, dueAt = now) => ({ removedAt: new Date(now), dueAt: new Date(dueAt) });

/** `public` once a work that uses the picture is approved, else `private`; `null` if there is none. */
async function pictureAccess(queries: Queries, name: string, now: number): Promise<'public' | 'private' | null> {
  const [found] = await queries
    .select({
      approved: sql<boolean>`${or(named(queries, workImages, approvedFor(now)), named(queries, workSteps, approvedFor(now)))}`,
    })
    .from(pictures)
    .where(and(eq(pictures.name, name), isNull(pictures.removedAt)));
  if (found === undefined) return null;
  return found.approved ? 'public' : 'private';
}

/** Whether a work that matches `which` uses the outer query's picture. */
function named(queries: Queries, table: typeof workImages | typeof workSteps, which?: SQL) {
  const rows = queries.select({ one: sql`1` }).from(table);
  const mine = eq(table.picture, pictures.name);
  if (which === undefined) return exists(rows.where(mine));
  return exists(rows.innerJoin(works, eq(works.id, table.workId)).where(and(mine, which)));
}

/** Only for rows locked by `lockPictures`. */
const unnamed = (transaction: Queries) =>
  not(sql`(${or(named(transaction, workImages), named(transaction, workSteps))})`);

/**
 * Locks in name order, which prevents deadlocks. Check which works use them in a later statement: one that waited for a
 * lock reads the state from before it waited.
 */
async function lockPictures(transaction: Queries, names: readonly string[]) {
  const { name, userId, removedAt } = pictures;
  return transaction
    .select({ name, userId, removedAt })
    .from(pictures)
    .where(inArray(name, [...new Set(names)]))
    .orderBy(asc(name))
    .for('update');
}

/**
 * Attaches a user's pictures to a work, which protects them from the sweep.
 * @param letGo pictures that the same transaction releases
 * @throws Refusal 403 for another user's picture, 409 for a removed one
 */
export async function attachPictures(
  transaction: Queries,
  userId: string,
  names: readonly string[],
  letGo: readonly string[] = [],
): Promise<void> {
  const wanted = new Set(names);
  const found = (await lockPictures(transaction, [...names, ...letGo])).filter(({ name }) => wanted.has(name));
  if (found.some((picture) => picture.userId !== userId)) throw refuse.notYours();
  if (found.length < wanted.size || found.some(({ removedAt }) => removedAt !== null)) throw refuse.gone();
  await transaction
    .update(pictures)
    .set({ dueAt: null })
    .where(inArray(pictures.name, [...wanted]));
}

/** After a work changed: its former pictures become orphans unless another work uses them. */
export async function releasePictures(transaction: Queries, names: readonly string[], now: number): Promise<void> {
  await changeUnnamed(transaction, names, orphaned(now));
}

/** After a work was deleted: hides its pictures that no other work uses, due now. */
export async function removePictures(transaction: Queries, names: readonly string[], now: number): Promise<void> {
  await changeUnnamed(transaction, names, removed(now));
}

async function changeUnnamed(
  transaction: Queries,
  names: readonly string[],
  change: Partial<typeof pictures.$inferInsert>,
): Promise<void> {
  await lockPictures(transaction, names);
  await transaction
    .update(pictures)
    .set(change)
    .where(and(inArray(pictures.name, [...names]), unnamed(transaction)));
}

/**
 * Claims due pictures for this process and hides them. They are due again at `again` unless removed.
 * @returns names, the longest due first
 */
export async function claimDuePictures(
  queries: Queries,
  { now, again, most }: { now: number; again: number; most: number },
): Promise<string[]> {
  return queries.transaction(async (transaction) => {
    const due = await transaction
      .select({ name: pictures.name })
      .from(pictures)
      .where(lte(pictures.dueAt, new Date(now)))
      .orderBy(asc(pictures.dueAt))
      .limit(most)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    const locked = inArray(
      pictures.name,
      due.map(({ name }) => name),
    );
    // A picture in use isn't due.
    await transaction
      .update(pictures)
      .set({ dueAt: null })
      .where(and(locked, not(unnamed(transaction))));
    const claimed = await transaction
      .update(pictures)
      .set(removed(now, again))
      .where(and(locked, unnamed(transaction)))
      .returning({ name: pictures.name });
    return claimed.map(({ name }) => name);
  });
}

export async function forgetPicture(queries: Queries, name: string): Promise<void> {
  await queries.delete(pictures).where(eq(pictures.name, name));
}

/**
 * Pictures for `<img>`, so without the envelope. Those of approved works are cached for a year, others revalidated, so
 * deletion takes effect at once unless the work was taken down before.
 */
export async function servePictures(
  app: FastifyInstance,
  { queries, storage, clock, environment }: Services,
): Promise<void> {
  const inSlot = processingSlots(environment.S3_ENDPOINT === undefined ? Infinity : SENT_AT_ONCE);
  app.get<{ Params: { name: string } }>(`${PICTURES_PATH}/:name`, async (request, reply) => {
    const { name } = request.params;
    const access = PICTURE_NAME.test(name) ? await pictureAccess(queries, name, clock.real()) : null;
    const etag = `"${name}"`;
    if (access !== null) {
      reply
        .header('cache-control', access === 'public' ? `public, max-age=${CACHED_S}, immutable` : 'private, no-cache')
        .header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    }
    return inSlot(1, { userId: request.ip }, async () => {
      const file = access === null || reply.sent ? null : await storage.read(name);
      if (reply.sent) {
        file?.content.destroy();
        return reply;
      }
      if (file === null)
        return reply
          .code(404)
          .removeHeader('etag')
          .removeHeader('cache-control')
          .type('text/plain; charset=utf-8')
          .send('Not found');
      // Upload limits apply to downloads too.
      limitSendTime(reply, {
        silenceMs: environment.UPLOAD_SILENCE_LIMIT_MS,
        totalMs: environment.UPLOAD_TIME_LIMIT_MS,
      });
      reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-length', file.bytes)
        .type('image/jpeg')
        .send(file.content);
      await finished(reply.raw).catch(() => undefined); // of a reader that is gone
      return reply;
    });
  });
}
