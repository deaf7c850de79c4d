import { placeProblems } from '@fridge/server/releases/publish/place-problems';
import { readRelease } from '@fridge/server/releases/publish/read-release';
import { servedSource } from '@fridge/server/releases/publish/release-source';
import { ReleaseRefused } from '@fridge/server/releases/release-refused';
import type { Stage } from './stage.ts';

/**
 * Reads the release from its origin as publishing does: every file as a page gets it, its hash, its syntax, and whether
 * its routes may be its own. Other remotes of the product are not known here.
 * @returns one sentence per problem
 */
export async function publishingProblems({ release, remoteUrl, hostUrl, settings }: Stage): Promise<string[]> {
  const { problems } = await readRelease(servedSource(`${remoteUrl}/`, hostUrl)).catch((error: unknown) => {
    if (error instanceof ReleaseRefused) return error;
    throw error;
  });
  const all = [...problems, ...placeProblems(release, [], settings)];
  return all.map(({ text }) => text);
}
