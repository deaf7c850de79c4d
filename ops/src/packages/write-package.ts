import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inRepository } from '../workspace.ts';
import { buildForNode, buildScripts } from './build-scripts.ts';
import { builtPath } from './built-path.ts';
import { copyDeclarations } from './emit-types.ts';
import { packedManifest } from './packed-manifest.ts';
import { packedPages, packedText } from './packed-pages.ts';
import { isModule, packedEntries, type SourcePackage } from './source-package.ts';

/** Writes a package's types and its `package.json`: all that tells what it is. */
export async function writeTypes(
  source: SourcePackage,
  all: readonly SourcePackage[],
  declarations: string,
  folder: string,
): Promise<void> {
  await copyDeclarations(source, all, declarations, folder, isPeerOf(source, all));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(packedManifest(source), null, 2)}\n`);
}

/** Writes the rest of a package: scripts, stylesheets, texts and assets, of which some are built before. */
export async function writeContent(
  source: SourcePackage,
  all: readonly SourcePackage[],
  folder: string,
): Promise<void> {
  const isPeer = isPeerOf(source, all);
  await buildScripts(source, folder, isPeer);
  if (source.styled) await buildForNode(source, folder, isPeer);
  const styles = packedEntries(source).flatMap(([, file]) => (isModule(file) ? [] : [`${source.folder}/${file}`]));
  for (const style of styles) await copy(inRepository(style), join(folder, builtPath(source, style)));
  for (const { from, to } of source.assets ?? []) await copy(inRepository(from), join(folder, to));
  for (const [to, from] of packedPages(source))
    await writeFile(join(folder, to), packedText(await readFile(inRepository(from), 'utf8')));
}

/** Whether an import names an entry point of a package that whoever installs this one brings. */
const isPeerOf = ({ peers }: SourcePackage, all: readonly SourcePackage[]) => {
  const entries = new Set(
    all
      .filter(({ name }) => peers[name] !== undefined)
      .flatMap((each) => packedEntries(each).map(([entry]) => each.name + entry.slice(1))),
  );
  return (specifier: string): boolean => entries.has(specifier);
};

/** Without what is built or installed in a folder, and without a build's compressed copies. */
const isPacked = (path: string): boolean => !/(?:\.(?:br|gz|map)|[\\/]node_modules)$/.test(path);

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true, filter: isPacked });
}
