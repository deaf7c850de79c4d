import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { releaseSchema } from '@fridge/shared-contracts/host';
import type { PlaceSettings } from './check-place.ts';
import { publishRelease } from './publish-release.ts';
import { describeLeftOut, RegistryUnreadableError } from './registry-file.ts';
import { PublishedElsewhereError, ReleaseRefusedError } from './release-refused.ts';
import { keptSource } from './release-source.ts';

export type LocalRelease = {
  /** Folder of the build. */
  dist: string;
  /** Folder that the remote's origin serves: a folder per release. */
  releases: string;
  origin: string;
  registryPath: string;
  settings: PlaceSettings;
};

/**
 * Keeps a build on this machine as a release and publishes it under the origin that serves it. What was published from
 * elsewhere stays, and what an operator broke by hand is left alone: the last good registry goes on serving, and the
 * lines say so.
 * @returns lines fit to print
 */
export async function publishLocalRelease({ dist, releases, origin, registryPath, settings }: LocalRelease): Promise<string[]> {
  const version = await keepRelease(dist, releases);
  const baseUrl = `${origin}/${version}/`;
  try {
    const { release, outcome, leftOut } = await publishRelease(keptSource(join(releases, version), baseUrl), {
      registryPath,
      settings,
      mayReplace: (standing) => isKeptHere(standing, { origin, releases }),
    });
    const told = { published: 'published', unchanged: 'unchanged', pinned: 'left as pinned' }[outcome];
    return [`${release.name} ${release.version}: ${told}`, ...describeLeftOut(leftOut)];
  } catch (error) {
    if (error instanceof PublishedElsewhereError) {
      return [`${error.remote} ${version}: not published, ${new URL(error.standing).origin} serves this remote. To take this build instead: npm run ops -- publish ${baseUrl} --move`];
    }
    if (error instanceof RegistryUnreadableError || error instanceof ReleaseRefusedError) return [`! ${error.message}`];
    throw error;
  }
}

/** Whether an entry is of a release that is kept here: under this origin, or under the one it had with another `PORT`. */
function isKeptHere(entry: string, { origin, releases }: Pick<LocalRelease, 'origin' | 'releases'>): boolean {
  const standing = new URL(entry);
  const [, folder = ''] = standing.pathname.split('/');
  return standing.origin === origin || (standing.hostname === new URL(origin).hostname && folder !== '' && existsSync(join(releases, folder)));
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
  if (existsSync(kept)) {
    // Compressed forms that an earlier product didn't write.
    await cp(dist, kept, { recursive: true, force: false });
    return version;
  }
  const draft = `${kept}.draft-${process.pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(dirname(kept), { recursive: true });
  await cp(dist, draft, { recursive: true });
  // One step makes it whole; another process may have been first, with the same files.
  await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }));
  return version;
}
