import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ShellTexts } from '@fridge/server/host-origin/shell-texts';
import { filesOf as listedFiles } from '@fridge/server/releases/publish/release-files';
import { budgetProblems, routeSizes } from '@fridge/server/releases/publish/route-budget';
import { readSourceMap } from '@fridge/server/releases/publish/read-source-map';
import { bridgeMethods, type ReleaseFile } from '@fridge/shared-contracts/page';
import { type Release, releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { CommandFailed } from '../cli/command-failed.ts';
import { parseFile } from '../cli/parse-file.ts';

export { integrityOf } from '@fridge/server/releases/publish/release-files';

export type BuiltRelease = {
  release: Release;
  /** `release.json` byte for byte. */
  text: string;
  /** Every file that it names and that is there, by its path. */
  files: ReadonlyMap<string, Buffer<ArrayBuffer>>;
};

const descriptionSchema = v.pipe(v.string(), v.parseJson(), releaseSchema);

/** @throws CommandFailed (2), with what to do */
export async function readBuiltRelease(dist: string): Promise<BuiltRelease> {
  const described = join(dist, 'release.json');
  const text = await readFile(described, 'utf8').catch(() => {
    throw new CommandFailed(2, `${described} is missing: build the remote first (npx remote-kit build).`);
  });
  const release = parseFile(described, descriptionSchema, text, 'Build again: npx remote-kit build.');
  const files = new Map<string, Buffer<ArrayBuffer>>();
  for (const { file } of filesOf(release)) {
    const content = await readFile(join(dist, file)).catch(() => null);
    if (content !== null) files.set(file, content);
  }
  return { release, text, files };
}

/** Every file that a release names, each once. */
export const filesOf = (release: Release): ReleaseFile[] => [
  ...new Map([...listedFiles(release), ...release.maps].map((file) => [file.file, file])).values(),
];

/**
 * Texts of scripts or stylesheets, by path. A missing file is told of where the files are compared with the release.
 */
export const textsOf = ({ files }: BuiltRelease, listed: readonly ReleaseFile[]): Map<string, string> =>
  new Map(listed.map(({ file }) => [file, files.get(file)?.toString() ?? '']));

/** A text that names files and lines of the sources in place of the built ones. */
export const inSources = ({ files }: Pick<BuiltRelease, 'files'>, text: string): string =>
  text.replaceAll(/([\w./~-]+\.js):(\d+):(\d+)/g, (built, file: string, line: string, column: string) => {
    const places = readSourceMap(files.get(`${file}.map`)?.toString() ?? '');
    return places({ line: Number(line), column: Number(column) }) ?? built;
  });

/** Methods of the app that the scripts name as they call them, and the release doesn't list. */
export function unlistedMethods(built: BuiltRelease): string[] {
  const { bridge, scripts } = built.release;
  const code = [...textsOf(built, scripts).values()].join('\n');
  const isNamed = (method: string) => new RegExp(`\\.(?:call|supports)\\(\\s*[\`'"]${method}[\`'"]`).test(code);
  return bridgeMethods.filter((method) => !bridge.includes(method) && isNamed(method));
}

/** What the database has of a published release. */
export const builtShellTexts = ({ release, files }: BuiltRelease): ShellTexts => ({
  async of(integrity) {
    const found = filesOf(release).find((each) => each.integrity === integrity);
    return files.get(found?.file ?? '')?.toString() ?? null;
  },
});

/** What each route costs its user, by path: bytes of its scripts and of every stylesheet, gzip. */
export const routeSizesOf = ({ release, files }: BuiltRelease): Map<string, number> =>
  routeSizes(release, new Map([...files].map(([file, content]) => [file, gzipSync(content).length])));

/** Routes over a site's budget, in bytes: each with the words in which publishing refuses it. */
export const routesOver = (budget: number, built: BuiltRelease) =>
  [...routeSizesOf(built)].flatMap(([path, bytes]) =>
    budgetProblems(new Map([[path, bytes]]), budget).map(({ text }) => [path, text] as const),
  );
