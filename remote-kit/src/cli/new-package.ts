import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { CommandFailed } from './command-failed.ts';

const versions = v.record(v.string(), v.string());
const packageSchema = v.looseObject({ scripts: versions, dependencies: versions, devDependencies: versions });

/** Only a remote with a backend has these. */
const BACKEND_SCRIPT = 'backend';
const BACKEND_LIBRARIES: ReadonlySet<string> = new Set(['fastify', 'tsx']);

/**
 * Fills the template's package.json.
 * @param packed file of each packed package by its name, for packages that no registry has
 */
export function fillPackage(text: string, { packed, backend }: { packed: Packed; backend: boolean }): string {
  const template = v.parse(packageSchema, JSON.parse(text));
  const from = (names: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(names)
        .filter(([name]) => backend || !BACKEND_LIBRARIES.has(name))
        .map(([name, version]) => [name, packed[name] ?? version]),
    );
  const { [BACKEND_SCRIPT]: backendScript = '', ...scripts } = template.scripts;
  const filled = {
    ...template,
    scripts: backend ? { ...scripts, [BACKEND_SCRIPT]: backendScript } : scripts,
    dependencies: from(template.dependencies),
    devDependencies: from(template.devDependencies),
  };
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
