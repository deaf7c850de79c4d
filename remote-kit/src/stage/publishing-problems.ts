import { placeProblems } from '@fridge/server/registry/place-problems';
import { readRelease, ReleaseRefusedError } from '@fridge/server/registry/read-release';
import { servedSource } from '@fridge/server/registry/release-source';
import type { Stage } from './stage.ts';

/**
 * Reads the release from its origin as publishing does: every file as a page gets it, its hash, its syntax, and whether
 * its routes may be its own. Other remotes of the product are not known here.
 * @returns one sentence per problem
 */
export async function publishingProblems(stage: Stage): Promise<string[]> {
  const { release, remoteUrl, hostUrl, settings } = stage;
  const place = placeProblems(release, { version: 1, remotes: {} }, settings);
  try {
    await readRelease(servedSource(`${remoteUrl}/`, hostUrl));
    return place;
  } catch (error) {
    if (!(error instanceof ReleaseRefusedError)) throw error;
    const [, reasons = error.message] = /was not published: ([\s\S]*)$/.exec(error.message) ?? [];
    return [...place, ...reasons.split('\n').map((line) => line.trim())];
  }
}
