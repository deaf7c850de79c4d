import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import * as v from 'valibot';
import { CommandFailed } from './command-failed.ts';
import { kitFile } from './kit-folder.ts';

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
 * @param packed file of each packed package by its name, for packages that no registry has
 */
export function fillPackage(text: string, packed: Packed, backend: boolean): string {
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
    for (const name of Object.keys(group)) group[name] = packed[name] ?? group[name] ?? '';
  return `${JSON.stringify(filled, null, 2)}\n`;
}

type Packed = Readonly<Record<string, string>>;

/** What a remote installs of the product. */
const PACKAGES = ['@fridge/shared-contracts', '@fridge/shared-ui', '@fridge/remote-kit'] as const;

/**
 * Finds the packed packages, as `npm run pack -- FOLDER` of the product's repository writes them.
 * @param from folder of the new remote
 * @throws CommandFailed (2) when one of them isn't there, or in several versions
 */
export async function findPacked(packages: string, from: string): Promise<Packed> {
  const files = await readdir(packages).catch((): string[] => []);
  const found: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of PACKAGES) {
    const start = `${name.slice(1).replace('/', '-')}-`;
    const [file, ...more] = files.filter((each) => each.startsWith(start) && each.endsWith('.tgz'));
    if (file === undefined || more.length > 0)
      faults.push(`${packages} has ${file === undefined ? 'no' : 'more than one'} file ${start}<version>.tgz.`);
    else found[name] = `file:${relative(from, join(packages, file)).replaceAll('\\', '/')}`;
  }
  if (faults.length > 0) throw new CommandFailed(2, faults);
  return found;
}
