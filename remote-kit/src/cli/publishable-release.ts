import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuiltRelease, filesOf, integrityOf, readBuiltRelease } from '../stage/built-release.ts';
import { CommandFailed } from './command-failed.ts';

/** Where a build is written, from the remote's folder. */
export const DIST = 'dist';

/**
 * Reads a build, which has to be what it says and what the sources would give, as far as that is known without
 * building.
 * @throws CommandFailed (1) with each difference
 */
export async function readPublishable(
  folder: string,
  declared: { readonly name: string; readonly version: string },
): Promise<BuiltRelease> {
  const dist = join(folder, DIST);
  const built = await readBuiltRelease(dist);
  const { release, files } = built;
  const [version] = release.version.split('+');
  const problems: string[] = [];
  if (release.name !== declared.name || version !== declared.version)
    problems.push(
      `${DIST} holds ${release.name} ${version}, and release.config.ts says ${declared.name} ${declared.version}.`,
    );
  for (const { file, integrity } of filesOf(release)) {
    const content = files.get(file);
    if (content === undefined) problems.push(`${DIST}/${file} isn't there, and release.json names it.`);
    else if (integrityOf(content) !== integrity) problems.push(`${DIST}/${file} isn't what release.json says.`);
  }
  const newer = await newerSource(folder, join(dist, 'release.json'));
  if (newer !== undefined) problems.push(`${newer} changed after the build.`);
  if (problems.length > 0) throw new CommandFailed(1, [...problems, 'Build again: npx remote-kit build.']);
  return built;
}

/** @returns a source that was saved after the build, from the remote's folder */
async function newerSource(folder: string, built: string): Promise<string | undefined> {
  const { mtimeMs } = await stat(built);
  const sources = (await readdir(join(folder, 'src'), { recursive: true }))
    .filter((name) => /\.[a-z]+$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join('src', name));
  for (const source of ['release.config.ts', 'vite.config.ts', ...sources]) {
    const found = await stat(join(folder, source)).catch(() => null);
    if (found?.isFile() === true && found.mtimeMs > mtimeMs) return source;
  }
  return undefined;
}
