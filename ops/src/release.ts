import { cp, mkdir, readFile, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import { buildAll } from './build-all.ts';
import { inRepository } from './workspace.ts';

const manifestSchema = v.object({ workspaces: v.array(v.string()) });

/** Built, beside the manifests by which `npm ci` installs the libraries. */
const SHIPPED = ['server/dist', 'server/migrations', 'host/dist', 'ops/dist', 'package-lock.json'];

/**
 * Writes what a machine in production needs into an empty folder (docs/operations.md, "In production"). Remotes are
 * deployed by their teams.
 * @throws when the folder isn't empty, or a build fails
 */
export async function writeRelease(target: string | undefined, print: (line: string) => void): Promise<void> {
  if (target === undefined) throw new Error('Name an empty folder: npm run release -- /srv/fridge');
  const folder = resolve(target);
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} isn't empty.`);
  await buildAll(print);
  const { workspaces } = v.parse(manifestSchema, JSON.parse(await readFile(inRepository('package.json'), 'utf8')));
  const manifests = ['.', ...workspaces].map((workspace) => join(workspace, 'package.json'));
  for (const path of [...manifests, ...SHIPPED]) await cp(inRepository(path), join(folder, path), { recursive: true });
  print(`${folder} holds the release. There: npm ci --omit=dev -w @fridge/server -w @fridge/ops`);
}
