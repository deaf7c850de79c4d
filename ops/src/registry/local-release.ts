import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { releaseSchema } from '@fridge/shared-contracts';
import { publishRelease } from './publish-release.ts';
import { describeLeftOut, RegistryUnreadableError } from './registry-file.ts';

export type LocalRelease = {
  /** Folder of the build. */
  dist: string;
  /** Folder that the remote's origin serves: a folder per release. */
  releases: string;
  origin: string;
  registryPath: string;
};

/**
 * Keeps a build on this machine as a release and publishes it under the origin that serves it. What an operator broke
 * by hand is left alone: the last good registry goes on serving, and the lines say so.
 * @returns lines fit to print
 */
export async function publishLocalRelease({ dist, releases, origin, registryPath }: LocalRelease): Promise<string[]> {
  const version = await keepRelease(dist, releases);
  try {
    const { release, outcome, leftOut } = await publishRelease(
      { baseUrl: `${origin}/${version}/`, read: (file) => readFile(join(releases, version, file)) },
      registryPath,
    );
    const told = { published: 'published', unchanged: 'unchanged', pinned: 'left as pinned' }[outcome];
    return [`${release.name} ${release.version}: ${told}`, ...describeLeftOut(leftOut)];
  } catch (error) {
    if (error instanceof RegistryUnreadableError) return [`! ${error.message}`];
    throw error;
  }
}

/**
 * Keeps a build as a release of its own, `<releases>/<version>/`, beside the earlier ones: open pages go on with
 * the release they opened, and a build that is made meanwhile takes no file from under them.
 * @returns the version, which is the release's folder
 * @throws when the build has no release.json that fits
 */
export async function keepRelease(dist: string, releases: string): Promise<string> {
  const { version } = v.parse(releaseSchema, JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')));
  const kept = join(releases, version);
  if (existsSync(kept)) return version;
  const draft = `${kept}.draft-${process.pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(dirname(kept), { recursive: true });
  await cp(dist, draft, { recursive: true });
  // One step makes it whole; another process may have been first, with the same files.
  await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }));
  return version;
}
