import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { StartRefused } from '../program/environment.ts';
import { hasHashedName, suffixOf } from '../host-origin/serve-origin.ts';
import { describeFault } from '../log/log.ts';
import { integrityOf } from './publish/release-files.ts';
import type { Services } from '../program/services.ts';
import { countServed, type FileForm, type KeptFile, markUsed, serveFiles, storeFiles } from './file-store.ts';

export type HostBuild = { id: string; files: readonly KeptFile[] };

/**
 * The host's build, kept for all processes before any page of it is served. What can't be kept is served all the same.
 * @returns `null` without the listener `host` @throws StartRefused without the build
 */
export async function openHostBuild(services: Services): Promise<HostBuild | null> {
  const { LISTENERS, HOST_FILES: folder } = services.environment;
  if (!LISTENERS.includes('host')) return null;
  if (!existsSync(join(folder, 'index.html')))
    throw new StartRefused(`HOST_FILES: ${folder} has no index.html. Name the folder of the host's build.`);
  const build = await readHostBuild(folder);
  await keepHostBuild(build, services).catch((error: unknown) =>
    services.log.error({ event: 'hostBuildNotKept', fault: describeFault(error) }),
  );
  return build;
}

const forms = Object.entries({ identity: '', ...suffixOf }) as readonly [FileForm, string][]; // the keys of `suffixOf`

/** The files whose name has a hash of their content: every build has the others under the same names. */
export async function readHostBuild(folder: string): Promise<HostBuild> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  const present = new Set(names);
  const wanted = names
    .filter(hasHashedName)
    .flatMap((file) => forms.map(([encoding, suffix]) => ({ file, encoding, path: file + suffix })))
    .filter(({ path }) => present.has(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const files = await Promise.all(
    wanted.map(async ({ file, encoding, path }) => {
      const content = await readFile(join(folder, path));
      return { file, encoding, integrity: integrityOf(content), content };
    }),
  );
  const lines = files.map(({ file, encoding, integrity }) => `${file} ${encoding} ${integrity}\n`);
  return { id: createHash('sha256').update(lines.join('')).digest('base64url').slice(0, 24), files };
}

/** Keeps this process's build where every process finds it; at the start, before any page is served, and by upkeep. */
export async function keepHostBuild(
  { id, files }: HostBuild,
  services: Pick<Services, 'queries' | 'releaseStorage' | 'clock' | 'log'>,
): Promise<void> {
  const { queries, clock, log } = services;
  const owner = { remote: 'host', version: id };
  if ((await countServed(queries, owner)) === files.length) return markUsed(queries, owner, clock.real());
  await storeFiles(files, services);
  await serveFiles(queries, owner, files);
  log.info({ event: 'hostBuildKept', build: id, files: files.length });
}
