import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ShellTexts } from '@fridge/server/host-origin/shell-texts';
import { filesOf as listedFiles } from '@fridge/server/releases/publish/release-files';
import { bridgeMethods, type ReleaseFile } from '@fridge/shared-contracts/page';
import { type Release, releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { CommandFailed } from '../cli/command-failed.ts';
import { parseFile } from '../cli/parse-file.ts';

export { integrityOf } from '@fridge/server/releases/publish/release-files';

export type BuiltRelease = {
  release: Release;
  /** By its path. */
  styles: ReadonlyMap<string, string>;
  scripts: ReadonlyMap<string, string>;
  /** Methods of the app that the scripts name as they call them, and the release doesn't list. */
  unlistedMethods: readonly string[];
};

const descriptionSchema = v.pipe(v.string(), v.parseJson(), releaseSchema);

/**
 * @returns `release.json`, read and byte for byte
 * @throws CommandFailed (2), with what to do
 */
export async function readDescription(dist: string): Promise<{ release: Release; text: string }> {
  const file = join(dist, 'release.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandFailed(2, `${file} is missing: build the remote first (npx remote-kit build).`);
  });
  return { release: parseFile(file, descriptionSchema, text, 'Build again: npx remote-kit build.'), text };
}

/** Every file that a release names, each once. */
export const filesOf = (release: Release): ReleaseFile[] => [
  ...new Map(listedFiles(release).map((file) => [file.file, file])).values(),
];

/** @throws CommandFailed (2), with what to do */
export async function readBuiltRelease(dist: string): Promise<BuiltRelease> {
  const { release } = await readDescription(dist);
  const scripts = await readTexts(dist, release.scripts);
  const code = [...scripts.values()].join('\n');
  const unlistedMethods = bridgeMethods.filter(
    (method) =>
      !release.bridge.includes(method) && new RegExp(`\\.(?:call|supports)\\(\\s*[\`'"]${method}[\`'"]`).test(code),
  );
  return { release, scripts, styles: await readTexts(dist, release.styles), unlistedMethods };
}

/** A missing file is told of where the files are compared with the release. */
async function readTexts(dist: string, files: readonly ReleaseFile[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const { file } of files) texts.set(file, await readFile(join(dist, file), 'utf8').catch(() => ''));
  return texts;
}

/** What the database has of a published release. */
export const builtShellTexts = (dist: string, release: Release): ShellTexts => ({
  async of(integrity) {
    const found = filesOf(release).find((each) => each.integrity === integrity);
    return found === undefined ? null : readFile(join(dist, found.file), 'utf8').catch(() => null);
  },
});

/** What a route costs its user, gzip: its scripts and every stylesheet of the release. */
export function routeBytes({ release, scripts, styles }: BuiltRelease, path: string): number {
  const route = release.routes.find((each) => each.path === path);
  const texts = [...(route?.scripts ?? []).map((file) => scripts.get(file) ?? ''), ...styles.values()];
  return texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
}
