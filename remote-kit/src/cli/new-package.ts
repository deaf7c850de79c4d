import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { CommandFailed } from './command-failed.ts';

const versions = v.record(v.string(), v.string());
type Versions = v.InferOutput<typeof versions>;
const packageSchema = v.object({ scripts: versions, dependencies: versions, devDependencies: versions });
/** Keeps the order of the fields. */
const fieldsSchema = v.record(v.string(), v.unknown());

/** Only a remote with a backend has these. The overrides let Fastify run on Node 20. */
const BACKEND_SCRIPT = 'backend';
const BACKEND_LIBRARIES: ReadonlySet<string> = new Set(['fastify', 'tsx']);
const BACKEND_FIELDS: ReadonlySet<string> = new Set(['overrides', 'resolutions']);

/**
 * Fills the template's package.json.
 * @param packed file of each packed package by its name, for packages that no registry has
 */
export function fillPackage(text: string, { packed, backend }: { packed: Packed; backend: boolean }): string {
  const template: unknown = JSON.parse(text);
  const { scripts, dependencies, devDependencies } = v.parse(packageSchema, template);
  const without = (names: Versions, left: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(names).filter(([name]) => backend || !left(name)));
  const installed = (names: Versions) => {
    const kept = Object.entries(without(names, (name) => BACKEND_LIBRARIES.has(name)));
    return Object.fromEntries(kept.map(([name, version]) => [name, packed[name] ?? version]));
  };
  const fields = Object.entries(v.parse(fieldsSchema, template)).filter(
    ([name]) => backend || !BACKEND_FIELDS.has(name),
  );
  const filled = {
    ...Object.fromEntries(fields),
    scripts: without(scripts, (name) => name === BACKEND_SCRIPT),
    dependencies: installed(dependencies),
    devDependencies: installed(devDependencies),
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
