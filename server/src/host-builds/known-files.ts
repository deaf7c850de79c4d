import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { sharedRun } from '../shared-run.ts';
import type { FileForm } from './read-host-build.ts';
import { hostBuilds, hostFiles } from './tables.ts';

/** `forms`: with the hash of each. */
export type KnownFile = { build: string; file: string; forms: ReadonlyMap<FileForm, string> };

/**
 * The files of the builds that are kept, by path. Requests for what isn't there share one query at a time, however many
 * they are. While the database is away, what is known is found.
 */
export function knownHostFiles(queries: Queries) {
  const builds = new Map<string, ReadonlyMap<string, KnownFile>>();
  const refresh = sharedRun(async () => {
    const kept = await queries.select({ id: hostBuilds.id }).from(hostBuilds);
    const ids = new Set(kept.map(({ id }) => id));
    for (const id of builds.keys()) if (!ids.has(id)) builds.delete(id);
    const unread = [...ids].filter((id) => !builds.has(id));
    if (unread.length === 0) return;
    const rows = await queries
      .select({
        build: hostFiles.build,
        file: hostFiles.file,
        encoding: hostFiles.encoding,
        integrity: hostFiles.integrity,
      })
      .from(hostFiles)
      .where(inArray(hostFiles.build, unread))
      .orderBy(asc(hostFiles.file));
    for (const id of unread) {
      const own = rows.filter(({ build }) => build === id);
      // None are there if it was removed meanwhile, and it may be kept again.
      if (own.length > 0) builds.set(id, filesOf(id, own));
    }
  });
  const known = (file: string): KnownFile | null => {
    for (const files of builds.values()) {
      const found = files.get(file);
      if (found !== undefined) return found;
    }
    return null;
  };
  return {
    /** @returns `null` when no build that is kept has it, as far as is known */
    async find(file: string): Promise<KnownFile | null> {
      const found = known(file);
      if (found !== null) return found;
      await refresh().catch(() => undefined); // the database is away: a page asks again
      return known(file);
    },
    /** Its build was removed, or its content isn't what was kept. */
    forget: ({ build }: KnownFile): void => void builds.delete(build),
  };
}

type Row = { file: string; encoding: FileForm; integrity: string };

function filesOf(build: string, rows: readonly Row[]): ReadonlyMap<string, KnownFile> {
  const files = new Map<string, KnownFile & { forms: Map<FileForm, string> }>();
  for (const { file, encoding, integrity } of rows) {
    const known = files.get(file) ?? { build, file, forms: new Map<FileForm, string>() };
    known.forms.set(encoding, integrity);
    files.set(file, known);
  }
  return files;
}

/** @returns `null` when its build was removed */
export async function readHostFile(
  queries: Queries,
  { build, file }: KnownFile,
  encoding: FileForm,
): Promise<Buffer | null> {
  const [row] = await queries
    .select({ content: hostFiles.content })
    .from(hostFiles)
    .where(and(eq(hostFiles.build, build), eq(hostFiles.file, file), eq(hostFiles.encoding, encoding)));
  return row?.content ?? null;
}
