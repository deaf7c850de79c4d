import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { releases } from '../registry/tables.ts';
import { removedText } from './removed-text.ts';
import type { StoredUpload } from './store-files.ts';
import { objectsOf, type StoredFile, storedFilesSchema } from './stored-file.ts';
import { uploadedReleases } from './tables.ts';
import { claimUnused, insertUnused, letGo } from './unused-objects.ts';

type Key = { name: string; version: string };

const withKey = ({ name, version }: Key) => and(eq(uploadedReleases.name, name), eq(uploadedReleases.version, version));

/** @property removedAt when the sweep removed its files; `null`: the store has them */
export type UploadedRelease = { files: StoredFile[]; removedAt: Date | null };

/** @returns `null` for a release that wasn't uploaded */
export async function readUploaded(queries: Queries, key: Key): Promise<UploadedRelease | null> {
  const [row] = await queries.select().from(uploadedReleases).where(withKey(key));
  return row === undefined ? null : { files: v.parse(storedFilesSchema, row.files), removedAt: row.removedAt };
}

/** The release that is served from its uploaded files: it hasn't moved since. */
const servedRelease = and(
  eq(releases.name, uploadedReleases.name),
  eq(releases.version, uploadedReleases.version),
  eq(releases.baseUrl, uploadedReleases.baseUrl),
);

/** All whose files are there. `isServed`: pages that open the release now take them from here. */
export async function listUploaded(queries: Queries) {
  const { name, version, uploadedAt, neededAt } = uploadedReleases;
  return queries
    .select({ name, version, uploadedAt, neededAt, isServed: sql<boolean>`${isNotNull(releases.name)}` })
    .from(uploadedReleases)
    .leftJoin(releases, servedRelease)
    .where(isNull(uploadedReleases.removedAt));
}

/** Releases that pages can't get: their files were removed. */
export async function listRemoved(queries: Queries, name?: string): Promise<(Key & { removedAt: Date })[]> {
  const { version, removedAt } = uploadedReleases;
  const rows = await queries
    .select({ name: uploadedReleases.name, version, removedAt })
    .from(uploadedReleases)
    .innerJoin(releases, servedRelease)
    .where(and(isNotNull(removedAt), name === undefined ? undefined : eq(uploadedReleases.name, name)));
  return rows.flatMap((row) => (row.removedAt === null ? [] : [{ ...row, removedAt: row.removedAt }]));
}

/** How many releases the store has, and their bytes with the compressed forms. */
export async function countUploaded(queries: Queries): Promise<{ releases: number; bytes: number }> {
  const [found] = await queries
    .select({
      releases: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${uploadedReleases.bytes}), 0)::float8`,
    })
    .from(uploadedReleases)
    .where(isNull(uploadedReleases.removedAt));
  return found ?? { releases: 0, bytes: 0 };
}

/** The release may be served under another origin than before. @returns false if its files are removed */
export async function keepUploaded(
  transaction: Queries,
  { name, version, baseUrl }: Key & { baseUrl: string },
): Promise<boolean> {
  const kept = await transaction
    .update(uploadedReleases)
    .set({ baseUrl })
    .where(and(withKey({ name, version }), isNull(uploadedReleases.removedAt)))
    .returning({ name: uploadedReleases.name });
  return kept.length > 0;
}

/**
 * Makes stored files the release's own. Whoever comes second with the same release leaves the first one's files.
 * @param instead of these files, which the store has lost
 * @returns false if the sweep has begun to remove them
 */
export async function commitUpload(
  transaction: Queries,
  { name, version, baseUrl }: Key & { baseUrl: string },
  { upload, instead, now }: { upload: StoredUpload; instead: readonly StoredFile[]; now: number },
): Promise<boolean> {
  const key = { name, version };
  const [row] = await transaction.select().from(uploadedReleases).where(withKey(key)).for('update');
  const present = row === undefined || row.removedAt !== null ? [] : v.parse(storedFilesSchema, row.files);
  if (present.length > 0 && present[0]?.key !== instead[0]?.key) {
    await letGo(transaction, upload, now);
    return true;
  }
  if (!(await claimUnused(transaction, upload))) return false;
  const { id, files, bytes } = upload;
  if (present.length > 0)
    await insertUnused(transaction, { id: `${id}-instead`, objects: objectsOf(present), dueAt: new Date(now) });
  const stored = { baseUrl, files: [...files], bytes, uploadedAt: new Date(now), neededAt: null, removedAt: null };
  await transaction
    .insert(uploadedReleases)
    .values({ ...key, ...stored })
    .onConflictDoUpdate({ target: [uploadedReleases.name, uploadedReleases.version], set: stored });
  return true;
}

/** For a release that is pinned, promoted or rolled back to. @returns why pages can't get it, or `null` */
export async function removedProblem(queries: Queries, key: Key): Promise<string | null> {
  const removed = (await listRemoved(queries, key.name)).find(({ version }) => version === key.version);
  return removed === undefined ? null : removedText(removed);
}
