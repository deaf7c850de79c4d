import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { VERSION_FILE } from '@fridge/server/program/release-version';
import * as v from 'valibot';
import { buildAll } from './build-all.ts';
import { versionOfSources } from './version-of-sources.ts';
import { inRepository } from './workspace.ts';

const builtSchema = v.looseObject({ files: v.array(v.string()) });

/** What runs in production; each ships the `files` that its manifest names. */
const SHIPPED = ['server', 'host', 'ops'];

/** Of `deploy`: its tests. The rest is what a site is set up with. */
const NOT_DEPLOYED: ReadonlySet<string> = new Set(['src', 'node_modules']);

/** By whose manifests `npm ci` installs libraries. */
const INSTALLED = ['shared-contracts', 'server', 'ops'];

/**
 * Writes what a machine in production needs into an empty folder (docs/operations.md, "In production"): builds,
 * manifests by which `npm ci` installs their libraries, without those of development, the files that a site is set up
 * with and their pages. The same commit gives the same bytes. Remotes are deployed by their teams.
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
  const paths = [...(await Promise.all(built)).flat(), ...(await deployed()), ...(await documents())];
  for (const path of ['package-lock.json', ...paths])
    await cp(inRepository(path), join(folder, path), { recursive: true });
  const version = await versionOfSources();
  await writeFile(join(folder, VERSION_FILE), `${JSON.stringify(version, null, 2)}\n`);
  const scripts = { ops: 'node ops/dist/ops.js' };
  await writeManifest(folder, { ...(await manifestIn('.')), workspaces: INSTALLED, scripts });
  for (const part of INSTALLED) await writeManifest(join(folder, part), await manifestIn(part));
  print(`${folder} holds the release ${version.version} of ${version.commit}. There: npm ci --omit=dev`);
}

async function deployed(): Promise<string[]> {
  const entries = await readdir(inRepository('deploy'), { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory() && !NOT_DEPLOYED.has(entry.name));
  return folders.map(({ name }) => join('deploy', name));
}

/** The pages for site engineers, operators and teams. */
async function documents(): Promise<string[]> {
  const names = await readdir(inRepository('docs'));
  return names.filter((name) => name.endsWith('.md')).map((name) => join('docs', name));
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
