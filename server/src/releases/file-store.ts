import { and, eq, inArray, lt, ne, notExists, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { DAY_MS, HOUR_MS } from '../program/clock.ts';
import { type Queries, rowsOf } from '../database/database.ts';
import { isCompressible } from '../host-origin/built-files.ts';
import { compress, type ContentEncoding } from '../host-origin/content.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import { integrityOfSent } from './publish/release-files.ts';
import { withinTime } from '../bounds/within-time.ts';
import { releases, servedFiles, storedFiles } from './tables.ts';

/** `identity`: uncompressed. */
export type FileForm = 'identity' | ContentEncoding;
/** A file in one of its forms, with the hash of that. */
export type KeptFile = { file: string; encoding: FileForm; integrity: string; content: Buffer };
/** Of a release or, as `host`, of a build. */
export type FileOwner = { remote: string; version: string };

/** Longer than a page stays open (docs/assumptions.md, "Uploaded releases"). */
export const UNUSED_FOR_MS = 30 * DAY_MS;

const AT_ONCE = 6;

/** Name in the object store. */
const objectOf = (integrity: string): string =>
  `${Buffer.from(integrity.slice('sha384-'.length), 'base64').toString('hex')}.file`;

/** Each file, and its compressed forms. @param sender for fair turns: the team */
export async function formsOf(sent: ReadonlyMap<string, Buffer>, sender = ''): Promise<KeptFile[]> {
  const files: KeptFile[] = [];
  for (const [file, content] of sent) {
    const encodings: ContentEncoding[] = isCompressible(file, content.length) ? ['br', 'gzip'] : [];
    const forms = await Promise.all(
      encodings.map(async (encoding) => [encoding, await compress(content, encoding, sender)] as const),
    );
    for (const [encoding, form] of [['identity', content] as const, ...forms])
      files.push({ file, encoding, integrity: await integrityOfSent(form), content: form });
  }
  return files;
}

type Store = { queries: Queries; releaseStorage: ObjectStorage; clock: { real(): number } };

/** Writes what the store may have lost as well: it knows contents by their hash. @throws when the store fails */
export async function storeFiles(files: readonly KeptFile[], { queries, releaseStorage, clock }: Store): Promise<void> {
  const contents = new Map(files.map(({ integrity, content }) => [integrity, content]));
  if (contents.size === 0) return;
  const usedAt = new Date(clock.real());
  const rows = [...contents].map(([hash, { length }]) => ({ hash, bytes: length, usedAt }));
  // Before they are written, and in one order: the removal of unused files waits for it, or comes before.
  await queries
    .insert(storedFiles)
    .values(rows.toSorted((one, other) => (one.hash < other.hash ? -1 : 1)))
    .onConflictDoUpdate({ target: storedFiles.hash, set: { usedAt } });
  const waiting = contents.entries();
  const writeNext = async () => {
    for (const [hash, content] of waiting) await releaseStorage.write(objectOf(hash), content);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, writeNext));
}

export const servedPath = ({ remote, version }: FileOwner, file: string): string =>
  remote === 'host' ? `host/${file}` : `${remote}/${version}/${file}`;

/** Serves stored files from now on. */
export async function serveFiles(transaction: Queries, owner: FileOwner, files: readonly KeptFile[]): Promise<void> {
  const rows = files.map(({ file, encoding, integrity }) => {
    return { ...owner, path: servedPath(owner, file), encoding, hash: integrity };
  });
  if (rows.length === 0) return;
  // Another version of the compressor may have made other bytes of it.
  const { path, version, encoding } = servedFiles;
  const change = { target: [path, version, encoding], set: { hash: sql`excluded.hash` } };
  await transaction.insert(servedFiles).values(rows).onConflictDoUpdate(change);
}

const ownedBy = ({ remote, version }: FileOwner) =>
  and(eq(servedFiles.remote, remote), eq(servedFiles.version, version));

export const countServed = (queries: Queries, owner: FileOwner): Promise<number> =>
  queries.$count(servedFiles, ownedBy(owner));

/** @param files bytes by name @returns of those that the release doesn't have yet */
export async function unservedBytes(
  queries: Queries,
  owner: FileOwner,
  files: ReadonlyMap<string, number>,
): Promise<number> {
  if (files.size === 0) return 0;
  const found = await queries.selectDistinct({ path: servedFiles.path }).from(servedFiles).where(ownedBy(owner));
  const served = new Set(found.map(({ path }) => path));
  return [...files].reduce((sum, [file, bytes]) => (served.has(servedPath(owner, file)) ? sum : sum + bytes), 0);
}

/** How exactly `used_at` is kept. */
const MARK_EVERY_MS = HOUR_MS;

/** Keeps files that are served: in one order, as `storeFiles` locks them. */
export async function markUsed(queries: Queries, owner: FileOwner, now: number): Promise<void> {
  await queries.execute(
    sql`update ${storedFiles} set used_at = ${new Date(now)} where hash in (
      select hash from ${storedFiles} where used_at < ${new Date(now - MARK_EVERY_MS)}
        and hash in (select hash from ${servedFiles} where ${ownedBy(owner)}) order by hash for update)`,
  );
}

/** @returns `null` when the store has lost it */
export const readStored = async (storage: ObjectStorage, integrity: string) => storage.read(objectOf(integrity));

/** Of releases that teams uploaded. `bytes`: in the store, with the compressed forms. */
export async function countUploaded(queries: Queries, remotes?: readonly string[]) {
  const counted = and(ne(servedFiles.remote, 'host'), remotes && inArray(servedFiles.remote, [...remotes]));
  const [found] = await rowsOf(
    queries,
    v.object({ releases: v.number(), bytes: v.number() }),
    sql`select (select count(*)::int from (select distinct remote, version from ${servedFiles} where ${counted}) as served)
      as releases, coalesce(sum(bytes), 0)::float8 as bytes from ${storedFiles}
      where hash in (select hash from ${servedFiles} where ${counted})`,
  );
  return found ?? { releases: 0, bytes: 0 };
}

/** Less than PostgreSQL lets a transaction wait for it. */
const REMOVE_LIMIT_MS = 4_000;

/**
 * Removes files that nothing has used for `UNUSED_FOR_MS`: no release that wasn't removed before, no build that a
 * process served since, no upload.
 * @throws the store's error; what it left is removed later
 */
export async function removeUnusedFiles({ queries, releaseStorage, clock }: Store): Promise<void> {
  const since = new Date(clock.real() - UNUSED_FOR_MS);
  const { name, version, removedAt } = releases;
  const stale = queries.select({ hash: storedFiles.hash }).from(storedFiles).where(lt(storedFiles.usedAt, since));
  await queries.delete(servedFiles).where(and(eq(servedFiles.remote, 'host'), inArray(servedFiles.hash, stale)));
  await queries.transaction(async (transaction) => {
    // Locked: one that is being published again keeps its files.
    const removed = transaction.select({ name, version }).from(releases).where(lt(removedAt, since));
    for (const release of await removed.orderBy(name, version).for('update'))
      await transaction.delete(servedFiles).where(ownedBy({ remote: release.name, version: release.version }));
  });
  const used = queries
    .select({ hash: servedFiles.hash })
    .from(servedFiles)
    .where(eq(servedFiles.hash, storedFiles.hash));
  // The locked row keeps an upload of the same content waiting: it writes the object again once the row is gone. If
  // the transaction fails after the object went, the row that stays refers to nothing, and nothing refers to it.
  const removeOne = () =>
    queries.transaction(async (transaction) => {
      const [unused] = await transaction
        .select({ hash: storedFiles.hash })
        .from(storedFiles)
        .where(and(lt(storedFiles.usedAt, since), notExists(used)))
        .limit(1)
        .for('update', { skipLocked: true });
      if (unused === undefined) return false;
      await transaction.delete(storedFiles).where(eq(storedFiles.hash, unused.hash));
      await withinTime(releaseStorage.remove(objectOf(unused.hash)), REMOVE_LIMIT_MS);
      return true;
    });
  while (await removeOne());
}
