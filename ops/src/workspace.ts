import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ReleaseDefinition } from '@fridge/remote-kit/vite';

const repositoryRoot = resolve(import.meta.dirname, '../..');

export const inRepository = (...parts: string[]): string => join(repositoryRoot, ...parts);

/** Their ports are fixed, and the hall lists them first. */
export const firstRemotes: readonly string[] = ['campaign2023', 'draw', 'contest', 'yearreport'];

/**
 * Every folder `remote-<name>` that Vite builds: the first four, then the others by name (architecture, "The house").
 */
export function presentRemotes(): { name: string; folder: string }[] {
  const folders = readdirSync(repositoryRoot).filter((folder) => /^remote-(?!kit$)/.test(folder));
  const names = folders.map((folder) => folder.slice('remote-'.length)).toSorted();
  const ordered = new Set([...firstRemotes.filter((name) => names.includes(name)), ...names]);
  return [...ordered]
    .map((name) => ({ name, folder: `remote-${name}` }))
    .filter(({ folder }) => existsSync(inRepository(folder, 'vite.config.ts')));
}

/** What the remote in a folder declares of its releases. */
export async function declaredRelease(folder: string): Promise<ReleaseDefinition> {
  const module: { release: ReleaseDefinition } = await import(
    pathToFileURL(inRepository(folder, 'release.config.ts')).href
  );
  return module.release;
}

export type StateFolder = ReturnType<typeof stateFolderAt>;

/** `STATE_DIR`, by default `var/`. */
export const stateFolder = (env: NodeJS.ProcessEnv = process.env): StateFolder =>
  stateFolderAt(env['STATE_DIR'] ? resolve(env['STATE_DIR']) : inRepository('var'));

export function stateFolderAt(root: string) {
  const run = (file: string) => join(root, 'run', file);
  return {
    root,
    registry: join(root, 'remotes.json'),
    settings: join(root, 'settings.json'),
    data: join(root, 'data'),
    uploads: join(root, 'uploads'),
    releases: join(root, 'releases'),
    operatorSocket: join(root, 'operator.sock'),
    productLock: run('product.lock'),
    frozenBuilds: run('builds'),
    /** What a start publishes. */
    publishedBuilds: run('builds.json'),
    /** Of a development server. */
    sources: run('sources'),
  };
}
