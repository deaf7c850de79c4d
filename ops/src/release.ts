import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { buildAll } from './build-all.ts';
import { inRepository } from './workspace.ts';

const rootSchema = v.looseObject({ workspaces: v.array(v.string()) });
const builtSchema = v.object({ files: v.array(v.string()) });

/** What runs in production; each ships the `files` that its manifest names. */
const SHIPPED = ['server', 'host', 'ops'];

/**
 * Writes what a machine in production needs into an empty folder (docs/operations.md, "In production"): builds, and the
 * manifests by which `npm ci` installs their libraries. Remotes are deployed by their teams.
 * @throws when the folder isn't empty, or a build fails
 */
export async function writeRelease(target: string | undefined, print: (line: string) => void): Promise<void> {
  if (target === undefined) throw new Error('Name an empty folder: npm run release -- /srv/fridge');
  const folder = resolve(target);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} isn't empty.`);
  await buildAll(print);
  const root = v.parse(rootSchema, await manifestIn('.'));
  const built = SHIPPED.map(async (part) => {
    const { files } = v.parse(builtSchema, await manifestIn(part));
    return files.map((file) => join(part, file));
  });
  const manifests = root.workspaces.map((workspace) => join(workspace, 'package.json'));
  for (const path of ['package-lock.json', ...manifests, ...(await Promise.all(built)).flat()])
    await cp(inRepository(path), join(folder, path), { recursive: true });
  const scripts = { ops: 'node ops/dist/ops.js' };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify({ ...root, scripts }, null, 2)}\n`);
  print(`${folder} holds the release. There: npm ci --omit=dev -w @fridge/server -w @fridge/ops`);
}

const manifestIn = async (part: string): Promise<unknown> =>
  JSON.parse(await readFile(inRepository(part, 'package.json'), 'utf8'));
