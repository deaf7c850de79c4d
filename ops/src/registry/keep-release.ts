import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { releaseSchema } from '@fridge/shared-contracts';

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
