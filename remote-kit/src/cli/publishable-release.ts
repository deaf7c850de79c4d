import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseFile } from '@fridge/shared-contracts/page';
import type { Release } from '@fridge/shared-contracts/team';
import { NotBuilt, readDescription } from '../stage/built-release.ts';
import { CommandFailed } from './command-failed.ts';

/** Where a build is written, from the remote's folder. */
export const DIST = 'dist';
const AGAIN = 'Build again: npx remote-kit build.';

export interface PublishableRelease {
  readonly release: Release;
  /** `release.json` byte for byte. */
  readonly text: string;
  readonly dist: string;
}

/** @throws CommandFailed (1) when there is no build, or `release.json` isn't one */
export async function readPublishable(folder: string): Promise<PublishableRelease> {
  const dist = join(folder, DIST);
  try {
    return { ...(await readDescription(dist)), dist };
  } catch (error) {
    throw error instanceof NotBuilt ? new CommandFailed(1, error.message, { cause: error }) : error;
  }
}

/** Every file that a release names, each once. */
export function filesOf({ scripts, styles, assets, picture, routes }: Release): ReleaseFile[] {
  const shells = routes.flatMap(({ shell }) =>
    shell === undefined ? [] : [shell.styles, ...shell.markups.map(({ markup }) => markup)],
  );
  const all = [...scripts, ...styles, ...assets, ...(picture === null ? [] : [picture]), ...shells];
  return [...new Map(all.map((file) => [file.file, file])).values()];
}

/**
 * Whether the build is what it says and what the sources would give, as far as that is known without building.
 * @returns one sentence for each difference
 */
export async function buildProblems(
  folder: string,
  { release, dist }: PublishableRelease,
  declared: { readonly name: string; readonly version: string },
): Promise<string[]> {
  const [version] = release.version.split('+');
  const problems: string[] = [];
  if (release.name !== declared.name || version !== declared.version)
    problems.push(
      `${DIST} holds ${release.name} ${version}, and release.config.ts says ${declared.name} ${declared.version}.`,
    );
  const changed = await Promise.all(
    filesOf(release).map(async ({ file, integrity, bytes }) => {
      const content = await readFile(join(dist, file)).catch(() => null);
      if (content === null) return `${DIST}/${file} isn't there, and release.json names it.`;
      const hash = `sha384-${createHash('sha384').update(content).digest('base64')}`;
      return hash === integrity && content.length === bytes ? null : `${DIST}/${file} isn't what release.json says.`;
    }),
  );
  problems.push(...changed.filter((problem) => problem !== null));
  const newer = await newerSource(folder, join(dist, 'release.json'));
  if (newer !== null) problems.push(`${newer} changed after the build.`);
  return problems.length === 0 ? [] : [...problems, AGAIN];
}

/** @returns a source that was saved after the build, from the remote's folder */
async function newerSource(folder: string, built: string): Promise<string | null> {
  const { mtimeMs } = await stat(built);
  const sources = (await readdir(join(folder, 'src'), { recursive: true }))
    .filter((name) => /\.[a-z]+$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join('src', name));
  for (const source of ['release.config.ts', 'vite.config.ts', ...sources]) {
    const found = await stat(join(folder, source)).catch(() => null);
    if (found?.isFile() === true && found.mtimeMs > mtimeMs) return source;
  }
  return null;
}
