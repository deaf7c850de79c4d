import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lastGoodOf } from '@fridge/server/registry/registry-file';

const repositoryRoot = resolve(import.meta.dirname, '../..');

export const inRepository = (...parts: string[]): string => join(repositoryRoot, ...parts);

/** Every folder `remote-<name>` that Vite builds, by name (architecture, "The house"). */
export function presentRemotes(): { name: string; folder: string }[] {
  return readdirSync(repositoryRoot)
    .toSorted()
    .filter((folder) => folder.startsWith('remote-') && folder !== 'remote-kit')
    .filter((folder) => existsSync(inRepository(folder, 'vite.config.ts')))
    .map((folder) => ({ name: folder.slice('remote-'.length), folder }));
}

export type StateFolder = ReturnType<typeof stateFolderAt>;

/** `STATE_DIR`, by default `var/`. */
export const stateFolder = (env: NodeJS.ProcessEnv = process.env): StateFolder =>
  stateFolderAt(env['STATE_DIR'] ? resolve(env['STATE_DIR']) : inRepository('var'));

export function stateFolderAt(root: string) {
  const run = (file: string) => join(root, 'run', file);
  const registry = join(root, 'remotes.json');
  return {
    root,
    registry,
    settings: join(root, 'settings.json'),
    data: join(root, 'data'),
    uploads: join(root, 'uploads'),
    releases: join(root, 'releases'),
    operatorSocket: join(root, 'operator.sock'),
    productLock: run('product.lock'),
    frozenBuilds: run('builds'),
    lastGoodRegistry: lastGoodOf(registry),
    effectiveSettings: run('settings.json'),
  };
}
