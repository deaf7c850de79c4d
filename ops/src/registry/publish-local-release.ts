import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepRelease } from './keep-release.ts';
import { publishRelease } from './publish-release.ts';
import { RegistryUnreadableError } from './registry-file.ts';

export type LocalRelease = {
  /** Folder of the build. */
  dist: string;
  /** Folder that the remote's origin serves: a folder per release. */
  releases: string;
  origin: string;
  registryPath: string;
};

/**
 * Keeps a build on this machine as a release and publishes it under the origin that serves it. A registry that an
 * operator broke by hand is left alone: the last good one goes on serving, and the line says so.
 * @returns one line fit to print
 */
export async function publishLocalRelease({ dist, releases, origin, registryPath }: LocalRelease): Promise<string> {
  const version = await keepRelease(dist, releases);
  try {
    const { release, outcome } = await publishRelease(
      { baseUrl: `${origin}/${version}/`, read: (file) => readFile(join(releases, version, file)) },
      registryPath,
    );
    const told = { published: 'published', unchanged: 'unchanged', pinned: 'left as pinned' }[outcome];
    return `${release.name} ${release.version}: ${told}`;
  } catch (error) {
    if (error instanceof RegistryUnreadableError) return `! ${error.message}`;
    throw error;
  }
}
