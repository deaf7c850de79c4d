import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';
import { inRepository } from '../workspace.ts';
import type { SourcePackage } from './source-package.ts';

const FOLDER = 'dist/bundled/libraries';

/**
 * Bundles libraries into a package, each in one file, with the licences of all that is in it.
 * @returns the file of each library, from the package's folder
 */
export async function bundleLibraries(source: SourcePackage, folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const packages = new Set<string>();
  for (const library of source.bundledLibraries ?? []) {
    const entry = join(inRepository(source.folder), 'library-entry.js');
    const code = await entryOf(library);
    const bundle = await rolldown({
      input: entry,
      cwd: inRepository(),
      platform: 'node',
      logLevel: 'silent', // of what the libraries' own code is warned of
      plugins: [
        {
          name: 'library-entry',
          resolveId: (id) => (id === entry ? id : null),
          load: (id) => (id === entry ? code : null),
        },
      ],
    });
    const name = `${library.replace('@', '').replace('/', '-')}.js`;
    const { output } = await bundle.write({
      dir: join(folder, FOLDER),
      entryFileNames: name,
      codeSplitting: false,
      minify: true,
    });
    await bundle.close();
    for (const path of output.flatMap(modulesOf)) packages.add(packageOf(path));
    files.set(library, `${FOLDER}/${name}`);
  }
  if (files.size > 0) await writeFile(join(folder, FOLDER, 'LICENSES.txt'), await licencesOf([...packages].toSorted()));
  return files;
}

/** They are CommonJS: an import by name needs an export by that name. */
async function entryOf(library: string): Promise<string> {
  const exported: unknown = await import(library);
  const names = Object.keys(Object(exported)).filter((name) => !['default', 'module.exports'].includes(name));
  return `import library from '${library}'; export default library; export const { ${names.join(', ')} } = library;`;
}

const modulesOf = (output: OutputChunk | { type: 'asset' }): string[] =>
  output.type === 'chunk' ? output.moduleIds.filter((id) => id.includes('/node_modules/')) : [];

/** The folder of the package that a file belongs to. */
const packageOf = (path: string): string => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;

async function licencesOf(packages: readonly string[]): Promise<string> {
  const texts = packages.map(async (folder) => {
    const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
    const name = folder.slice(folder.lastIndexOf('/node_modules/') + '/node_modules/'.length);
    return `${name}\n\n${file === undefined ? '' : await readFile(join(folder, file), 'utf8')}`;
  });
  return (await Promise.all(texts)).join('\n----\n\n');
}
