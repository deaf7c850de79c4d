import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ShellTexts } from '@fridge/server/host-origin/shell-texts';
import { filesOf as listedFiles } from '@fridge/server/publishing/release-files';
import { bridgeMethods, type ReleaseFile } from '@fridge/shared-contracts/page';
import { type Release, releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { CommandFailed } from '../cli/command-failed.ts';

export { integrityOf } from '@fridge/server/publishing/release-files';

export type BuiltRelease = {
  release: Release;
  /** By its path. */
  styles: ReadonlyMap<string, string>;
  scripts: ReadonlyMap<string, string>;
  /** Methods of the app that the scripts name as they call them. */
  namedMethods: readonly string[];
};

/**
 * @returns `release.json`, read and byte for byte
 * @throws CommandFailed (2), with what to do
 */
export async function readDescription(dist: string): Promise<{ release: Release; text: string }> {
  const file = join(dist, 'release.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandFailed(2, `${file} is missing: build the remote first (npx remote-kit build).`);
  });
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), releaseSchema), text);
  if (parsed.success) return { release: parsed.output, text };
  const issues = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the whole file'}: ${issue.message}`);
  throw new CommandFailed(
    2,
    `${file} doesn't fit the schema: ${issues.join('; ')}. Build again: npx remote-kit build.`,
  );
}

/** Every file that a release names, each once. */
export const filesOf = (release: Release): ReleaseFile[] => [
  ...new Map(listedFiles(release).map((file) => [file.file, file])).values(),
];

/** @throws CommandFailed (2), with what to do */
export async function readBuiltRelease(dist: string): Promise<BuiltRelease> {
  const { release } = await readDescription(dist);
  const scripts = await readTexts(dist, release.scripts);
  return { release, scripts, styles: await readTexts(dist, release.styles), namedMethods: namedMethodsOf(scripts) };
}

/** A missing file is told of where the files are compared with the release. */
async function readTexts(dist: string, files: readonly { file: string }[]): Promise<Map<string, string>> {
  const texts = await Promise.all(
    files.map(async ({ file }) => [file, await readFile(join(dist, file), 'utf8').catch(() => '')] as const),
  );
  return new Map(texts);
}

const CALLED = /\.(?:call|supports)\(\s*[`'"](\w+)[`'"]/g;

function namedMethodsOf(scripts: ReadonlyMap<string, string>): string[] {
  const named = new Set(
    [...scripts.values()].flatMap((code) => [...code.matchAll(CALLED)].map(([, name = '']) => name)),
  );
  return bridgeMethods.filter((method) => named.has(method));
}

/** What the database has of a published release. */
export function builtShellTexts(dist: string, { routes }: Release): ShellTexts {
  const shells = routes.flatMap(({ shell }) => shell ?? []);
  const files = new Map(
    shells
      .flatMap(({ styles, markups }) => [styles, ...markups.map(({ markup }) => markup)])
      .map(({ integrity, file }) => [integrity, join(dist, file)]),
  );
  return {
    async of(integrity) {
      const file = files.get(integrity);
      return file === undefined ? null : readFile(file, 'utf8').catch(() => null);
    },
  };
}

/** What a route costs its user, gzip: its scripts and every stylesheet of the release. */
export function routeBytes({ release, scripts, styles }: BuiltRelease, path: string): number {
  const route = release.routes.find((each) => each.path === path);
  const texts = [...(route?.scripts ?? []).map((file) => scripts.get(file) ?? ''), ...styles.values()];
  return texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
}
