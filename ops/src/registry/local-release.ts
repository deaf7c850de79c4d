import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { releaseSchema } from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import { type PlaceSettings, PublishedElsewhereError, publishRelease } from './publish-release.ts';
import { ReleaseRefusedError } from './read-release.ts';
import { describeLeftOut, RegistryUnreadableError } from './registry-file.ts';
import { keptSource } from './release-source.ts';

type LocalRelease = {
  dist: string;
  /** With a folder per release. */
  releases: string;
  origin: string;
  registryPath: string;
  settings: PlaceSettings;
};

/**
 * Stores and publishes a build. A remote published from elsewhere and a broken registry stay unchanged.
 * @returns lines to print
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

/** Whether a release stored here has this entry, also under another `PORT`. */
function isKeptHere(entry: string, { origin, releases }: LocalRelease): boolean {
  const current = new URL(entry);
  const [, folder = ''] = current.pathname.split('/');
  if (current.origin === origin) return true;
  return current.hostname === new URL(origin).hostname && folder !== '' && existsSync(join(releases, folder));
}

/**
 * Stores a build in `<releases>/<version>/` beside earlier ones, which open pages still use.
 * @returns the version
 * @throws when the build has no valid release.json
 */
export async function keepRelease(dist: string, releases: string): Promise<string> {
  const { version } = v.parse(releaseSchema, JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')));
  const kept = join(releases, version);
  if (existsSync(kept)) {
    // An earlier product didn't store the compressed forms.
    await cp(dist, kept, { recursive: true, force: false });
    return version;
  }
  const draft = `${kept}.draft-${process.pid}-${randomBytes(4).toString('hex')}`;
  await mkdir(dirname(kept), { recursive: true });
  await cp(dist, draft, { recursive: true });
  // Another process may have stored them first.
  await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }));
  return version;
}
