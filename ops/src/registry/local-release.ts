import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseSchema } from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import { type PlaceSettings, PublishedElsewhereError, publishRelease } from './publish-release.ts';
import { ReleaseRefusedError } from './read-release.ts';
import { describeLeftOut, RegistryUnreadableError } from './registry-file.ts';

type LocalRelease = {
  dist: string;
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
  const version = await storeRelease(dist, releases);
  const baseUrl = `${origin}/${version}/`;
  try {
    const { release, outcome, leftOut } = await publishRelease({ baseUrl, read: (file) => readFile(join(releases, version, file)) }, {
      registryPath,
      settings,
      mayReplace: (currentEntry) => isStoredHere(currentEntry, options),
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
function isStoredHere(entry: string, { origin, releases }: LocalRelease): boolean {
  const current = new URL(entry);
  const [, folder = ''] = current.pathname.split('/');
  const isThisMachine = current.hostname === new URL(origin).hostname;
  return current.origin === origin || (isThisMachine && folder !== '' && existsSync(join(releases, folder)));
}

/**
 * Stores a build in `<releases>/<version>/` beside earlier ones, which open pages still use.
 * @returns the version
 * @throws when the build has no valid release.json
 */
export async function storeRelease(dist: string, releases: string): Promise<string> {
  const { version } = v.parse(releaseSchema, JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')));
  const folder = join(releases, version);
  if (existsSync(folder)) {
    // An earlier product didn't store the compressed forms.
    await cp(dist, folder, { recursive: true, force: false });
    return version;
  }
  await mkdir(releases, { recursive: true });
  const draft = `${folder}.draft-${randomUUID()}`;
  await cp(dist, draft, { recursive: true });
  // Another process may have stored them first.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  return version;
}
