import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import * as v from 'valibot';
import { CommandFailed } from './command-failed.ts';
import { kitFile } from '../kit-files.ts';

/**
 * Reads the template with the names filled in, by path; it works as it stands, under the names that are replaced. A
 * leading underscore stands for a dot: packing leaves `.gitignore` out, and lint here would read `.oxlintrc.json`.
 */
export async function readTemplate(remote: string, team: string, backend: boolean): Promise<Map<string, string>> {
  const root = kitFile('template');
  const files = new Map<string, string>();
  for (const path of (await readdir(root, { recursive: true })).toSorted()) {
    const name = path.replaceAll('\\', '/');
    const isLeftOut = backend ? /^(?:node_modules|dist)\b/ : /^(?:node_modules|dist|backend)\b/;
    if (isLeftOut.test(name) || (await stat(join(root, path))).isDirectory()) continue;
    const text = await readFile(join(root, path), 'utf8');
    files.set(name.replace(/^_/, '.'), text.replaceAll('remote-name', remote).replaceAll('team-name', team));
  }
  return files;
}

/** Writes files below a folder, none over another. */
export async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text, { flag: 'wx', mode: path.endsWith('.sh') ? 0o755 : 0o644 });
  }
}

const versions = v.record(v.string(), v.string());
const packageSchema = v.looseObject({ scripts: versions, dependencies: versions, devDependencies: versions });

/**
 * Fills the template's package.json.
 * @param packed gives the packed file of a package that no registry has
 */
export function fillPackage(
  text: string,
  backend: boolean,
  packed?: (name: string, version: string) => string,
): string {
  const filled: unknown = JSON.parse(text);
  v.assert(packageSchema, filled);
  if (!backend) {
    delete filled.scripts['backend'];
    delete filled.dependencies['fastify'];
    delete filled.devDependencies['tsx'];
    // They let Fastify run on Node 20.
    delete filled['overrides'];
    delete filled['resolutions'];
  }
  for (const group of [filled.dependencies, filled.devDependencies])
    for (const [name, version] of Object.entries(group))
      if (packed && name.startsWith('@fridge/')) group[name] = packed(name, version);
  return `${JSON.stringify(filled, null, 2)}\n`;
}

/**
 * Names packed packages, as `npm run pack -- FOLDER` of the product's repository writes them.
 * @param from folder of the new remote
 * @throws CommandFailed (2) when one of them isn't there
 */
export const packedIn =
  (packages: string, from: string) =>
  (name: string, version: string): string => {
    const file = join(packages, `${name.slice(1).replace('/', '-')}-${version}.tgz`);
    if (existsSync(file)) return `file:${relative(from, file).replaceAll('\\', '/')}`;
    throw new CommandFailed(2, `${file} is missing: the kit goes with the packages that were packed with it.`);
  };
