import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishRelease } from './publish-release.ts';
import { RegistryUnreadableError } from './registry-file.ts';

/**
 * Publishes a build on this machine under the origin that serves it. A registry that an operator broke by hand is
 * left alone: the last good one goes on serving, and the line says so.
 * @returns one line fit to print
 */
export async function publishLocalRelease(dist: string, origin: string, registryPath: string): Promise<string> {
  try {
    const { release, outcome } = await publishRelease(
      { baseUrl: `${origin}/`, read: (file) => readFile(join(dist, file)) },
      registryPath,
    );
    const told = { published: 'published', unchanged: 'unchanged', pinned: 'left as pinned' }[outcome];
    return `${release.name} ${release.version}: ${told}`;
  } catch (error) {
    if (error instanceof RegistryUnreadableError) return `! ${error.message}`;
    throw error;
  }
}
