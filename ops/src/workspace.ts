import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RemoteName } from '@fridge/shared-contracts/host';
import { lastGoodOf } from './registry/last-good.ts';

/** Where things lie in the repository and in its state folder. */
export const repositoryRoot = resolve(import.meta.dirname, '../..');

export const inRepository = (...parts: string[]): string => join(repositoryRoot, ...parts);

const remoteFolders: Record<RemoteName, string> = {
  campaign2023: 'remote-campaign2023',
  draw: 'remote-draw',
  contest: 'remote-contest',
  yearreport: 'remote-yearreport',
};

/** The remotes whose folder exists; others aren't registered (architecture, "The house"). */
export function presentRemotes(): { name: RemoteName; folder: string }[] {
  return (Object.keys(remoteFolders) as RemoteName[]) // the record's keys are remote names
    .map((name) => ({ name, folder: remoteFolders[name] }))
    .filter(({ folder }) => existsSync(inRepository(folder, 'vite.config.ts')));
}

export type StateFolder = ReturnType<typeof stateFolderAt>;

/** The state folder: `STATE_DIR`, by default `var/`. */
export const stateFolder = (env: NodeJS.ProcessEnv = process.env): StateFolder =>
  stateFolderAt(env['STATE_DIR'] ? resolve(env['STATE_DIR']) : inRepository('var'));

/** The state folder of `npm run dev`: `STATE_DIR`, by default `var/dev/`. */
export const developmentStateFolder = (env: NodeJS.ProcessEnv): StateFolder =>
  stateFolder({ STATE_DIR: env['STATE_DIR'] || inRepository('var', 'dev') });

/** Stamps of the last builds; the lock of the builds is beside it. Both belong to the repository, not to a state. */
export const buildStamps = inRepository('node_modules', '.cache', 'build-stamps.json');

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
    reviewKeys: run('review-keys'),
    operatorSocket: join(root, 'operator.sock'),
    /** Held by the `npm start` or `npm run dev` that runs on this state. */
    productLock: run('product.lock'),
    /** The builds of host and companion app that are served. */
    frozenBuilds: run('builds'),
    lastGoodRegistry: lastGoodOf(registry),
    effectiveSettings: run('settings.json'),
  };
}
