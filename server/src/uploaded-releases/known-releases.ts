import type { Queries } from '../database/database.ts';
import { recentlyUsed } from '../recently-used.ts';
import { sharedRun } from '../shared-run.ts';
import type { StoredFile } from './stored-file.ts';
import { listUploaded, readUploaded } from './uploaded-rows.ts';

/** Lists of files in memory; the least recently used goes first. */
const KEPT_RELEASES = 200;

export type KnownReleases = {
  /** @returns `null` when no such file was uploaded */
  find(name: string, version: string, file: string): Promise<StoredFile | null>;
  /** The store has lost its files: the next `find` reads the database again. */
  forget(name: string, version: string): void;
};

/**
 * Files of uploaded releases, read from the database once. That there are none isn't remembered: a release that the
 * sweep removed may be sent again, to any process. Requests for what isn't there share one query at a time, however
 * many they are. While the database is away, what is known is found.
 */
export function knownReleases(queries: Queries): KnownReleases {
  let present: ReadonlySet<string> = new Set();
  const releases = recentlyUsed<Promise<ReadonlyMap<string, StoredFile>>>(KEPT_RELEASES);
  const refresh = sharedRun(async () => {
    present = new Set((await listUploaded(queries)).map(({ name, version }) => `${name} ${version}`));
  });

  const filesOf = (key: string, read: () => Promise<ReadonlyMap<string, StoredFile>>) => {
    const files = releases.getOrMake(key, read);
    files.catch(() => releases.drop(key));
    return files;
  };

  const forget = (name: string, version: string) => {
    present = new Set();
    releases.drop(`${name} ${version}`);
  };

  return {
    async find(name, version, file) {
      const key = `${name} ${version}`;
      if (!present.has(key)) await refresh();
      if (!present.has(key)) return null;
      const files = await filesOf(key, async () => {
        const uploaded = await readUploaded(queries, { name, version });
        const there = uploaded?.removedAt === null ? uploaded.files : [];
        return new Map(there.map((each) => [each.file, each]));
      });
      if (files.size === 0) forget(name, version);
      return files.get(file) ?? null;
    },
    forget,
  };
}
