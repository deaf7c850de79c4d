import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { CommandFailed } from './command-failed.ts';
import { kitFile } from '../kit-files.ts';

/** By their paths in a remote. */
export type Files = Map<string, string | Buffer>;

/**
 * Reads files of the template with the names filled in; it works as it stands, under the names that are replaced. A
 * leading underscore stands for a dot: packing leaves `.gitignore` out, and lint here would read `.oxlintrc.json`.
 */
export async function readTemplate(
  { name: remote, team }: { name: string; team: string },
  isWanted: (path: string) => boolean,
): Promise<Map<string, string>> {
  const root = kitFile('template');
  const files = new Map<string, string>();
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(root.length + 1).replaceAll('\\', '/');
    if (/^(?:node_modules|dist)\//.test(name) || !isWanted(name)) continue;
    const text = await readFile(path, 'utf8');
    files.set(name.replace(/^_/, '.'), text.replaceAll('remote-name', remote).replaceAll('team-name', team));
  }
  return files;
}

/** Writes files below a folder. */
export async function writeFiles(folder: string, files: ReadonlyMap<string, string | Buffer>): Promise<void> {
  for (const [path, content] of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, { mode: path.endsWith('.sh') ? 0o755 : 0o644 });
  }
}

const versions = v.record(v.string(), v.string());
const packageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ scripts: versions, dependencies: versions, devDependencies: versions }),
);

/**
 * Fills the package.json of the template's files.
 * @param packages folder with packed packages that no registry has: the remote keeps those that it needs in `vendor/`,
 * so that it is installed on any machine
 * @throws CommandFailed (2) when one of them isn't there
 */
export async function fillPackage(files: Files, hasBackend: boolean, packages: string | undefined): Promise<void> {
  const filled = v.parse(packageSchema, files.get('package.json'));
  if (!hasBackend) {
    delete filled.scripts['backend'];
    delete filled.dependencies['fastify'];
    delete filled.devDependencies['tsx'];
    // They let Fastify run on Node 20.
    delete filled['overrides'];
    delete filled['resolutions'];
  }
  for (const group of packages === undefined ? [] : [filled.dependencies, filled.devDependencies])
    for (const [name, version] of Object.entries(group)) {
      if (!name.startsWith('@fridge/')) continue;
      const file = `${name.slice(1).replace('/', '-')}-${version}.tgz`;
      const path = join(packages ?? '', file);
      if (!existsSync(path))
        throw new CommandFailed(2, `${path} is missing: the kit goes with the packages that were packed with it.`);
      files.set(`vendor/${file}`, await readFile(path));
      group[name] = `file:vendor/${file}`;
    }
  files.set('package.json', `${JSON.stringify(filled, null, 2)}\n`);
}
