import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { releaseSchema } from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import type { PlaceSettings } from './check-place.ts';
import { PublishedElsewhereError, publishRelease } from './publish-release.ts';
import { ReleaseRefusedError } from './read-release.ts';
import { describeLeftOut, RegistryUnreadableError } from './registry-file.ts';
import { keptSource } from './release-source.ts';

export type LocalRelease = {
  dist: string;
  /** Folder that the remote's origin serves, with a folder per release. */
  releases: string;
  origin: string;
  registryPath: string;
  settings: PlaceSettings;
};

/**
 * Keeps a build on this machine as a release and publishes it under the origin that serves it. A remote that is
 * published from elsewhere stays, and a registry that an operator broke is left alone: the last good one is served.
 * @returns lines fit to print
 */
export async function publishLocalRelease(options: LocalRelease): Promise<string[]> {
  const { dist, releases, origin, registryPath, settings } = options;
  const version = await keepRelease(dist, releases);
  const baseUrl = `${origin}/${version}/`;
  try {
    const { release, outcome, leftOut } = await publishRelease(keptSource(join(releases, version), baseUrl), {
      registryPath,
      settings,
      mayReplace: (currentEntry) => isKeptHere(currentEntry, options),
    });
    return [`${release.name} ${version}: ${outcome === 'pinned' ? 'left as pinned' : outcome}`, ...describeLeftOut(leftOut)];
  } catch (error) {
    if (error instanceof PublishedElsewhereError) {
      const move = `To take this build instead: npm run ops -- publish ${baseUrl} --move`;
      return [`${error.remote} ${version}: not published, ${error.currentOrigin} serves this remote. ${move}`];
    }
    if (error instanceof RegistryUnreadableError || error instanceof ReleaseRefusedError) return [`! ${error.message}`];
    throw error;
  }
}

/** Whether an entry is of a release that is kept here, under this origin or under that of another `PORT`. */
function isKeptHere(entry: string, { origin, releases }: LocalRelease): boolean {
  const current = new URL(entry);
  const [, folder = ''] = current.pathname.split('/');
  if (current.origin === origin) return true;
  return current.hostname === new URL(origin).hostname && folder !== '' && existsSync(join(releases, folder));
}

/**
 * Keeps a build as a release of its own, `<releases>/<version>/`, beside the earlier ones: open pages go on with the
 * release that they loaded, whatever is built meanwhile.
 * @returns the version, which names the release's folder
 * @throws when the build has no valid release.json
 */
export async function keepRelease(dist: string, releases: string): Promise<string> {
  const { version } = v.parse(releaseSchema, JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')));
  const kept = join(releases, version);
  if (existsSync(kept)) {
    // An earlier product kept the release without its compressed forms.
    await cp(dist, kept, { recursive: true, force: false });
    return version;
  }
  const draft = `${kept}.draft-${process.pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(dirname(kept), { recursive: true });
  await cp(dist, draft, { recursive: true });
  // Another process may have been first, with the same files.
  await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }));
  return version;
}
