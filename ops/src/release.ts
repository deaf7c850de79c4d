import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { buildAll } from './build-all.ts';
import { inRepository } from './workspace.ts';

const builtSchema = v.looseObject({ files: v.array(v.string()) });

/** What runs in production; each ships the `files` that its manifest names. */
const SHIPPED = ['server', 'host', 'ops'];

/** By whose manifests `npm ci` installs libraries. */
const INSTALLED = ['shared-contracts', 'server', 'ops'];

/**
 * Writes what a machine in production needs into an empty folder (docs/operations.md, "In production"): builds, and
 * manifests by which `npm ci` installs their libraries, without those of development. Remotes are deployed by their
 * teams.
 * @throws when the folder isn't empty, or a build fails
 */
export async function writeRelease(target: string | undefined, print: (line: string) => void): Promise<void> {
  if (target === undefined) throw new Error('Name an empty folder: npm run release -- /srv/fridge');
  const folder = resolve(target);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} isn't empty.`);
  await buildAll(print, { commandLine: true });
  const built = SHIPPED.map(async (part) => {
    const { files } = v.parse(builtSchema, await manifestIn(part));
    return files.map((file) => join(part, file));
  });
  for (const path of ['package-lock.json', ...(await Promise.all(built)).flat()])
    await cp(inRepository(path), join(folder, path), { recursive: true });
  const scripts = { ops: 'node ops/dist/ops.js' };
  await writeManifest(folder, { ...(await manifestIn('.')), workspaces: INSTALLED, scripts });
  for (const part of INSTALLED) await writeManifest(join(folder, part), await manifestIn(part));
  print(`${folder} holds the release. There: npm ci`);
}

async function manifestIn(part: string): Promise<Readonly<Record<string, unknown>>> {
  const manifest = v.parse(
    v.record(v.string(), v.unknown()),
    JSON.parse(await readFile(inRepository(part, 'package.json'), 'utf8')),
  );
  return Object.fromEntries(Object.entries(manifest).filter(([field]) => field !== 'devDependencies'));
}

async function writeManifest(folder: string, manifest: object): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
