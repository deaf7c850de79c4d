import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RemoteName } from '@fridge/shared-contracts';

/** Where things lie in the repository and in its state folder. */
export const repositoryRoot = resolve(import.meta.dirname, '../..');

export const inRepository = (...parts: string[]): string => join(repositoryRoot, ...parts);

const remoteFolders: Record<RemoteName, string> = {
  campaign2023: 'remote-campaign2023',
  draw: 'remote-draw',
  contest: 'remote-contest',
  yearreport: 'remote-yearreport',
};

/** The remotes whose folder is here; one that isn't there isn't registered (architecture, "The house"). */
export function presentRemotes(): { name: RemoteName; folder: string }[] {
  return (Object.keys(remoteFolders) as RemoteName[]) // the record's keys are remote names
    .map((name) => ({ name, folder: remoteFolders[name] }))
    .filter(({ folder }) => existsSync(inRepository(folder, 'vite.config.ts')));
}

/** The state folder: `var/`, or where `STATE_DIR` says (tests run beside a started product). */
export function stateFolder(env: NodeJS.ProcessEnv = process.env): {
  root: string;
  registry: string;
  lastGoodRegistry: string;
  settings: string;
  effectiveSettings: string;
  data: string;
  uploads: string;
  releases: string;
  operatorSocket: string;
  buildStamps: string;
} {
  const root = env['STATE_DIR'] ? resolve(env['STATE_DIR']) : inRepository('var');
  return {
    root,
    registry: join(root, 'remotes.json'),
    lastGoodRegistry: join(root, 'run', 'remotes.last-good.json'),
    settings: join(root, 'settings.json'),
    effectiveSettings: join(root, 'run', 'settings.json'),
    data: join(root, 'data'),
    uploads: join(root, 'uploads'),
    releases: join(root, 'releases'),
    operatorSocket: join(root, 'operator.sock'),
    buildStamps: inRepository('node_modules', '.cache', 'build-stamps.json'),
  };
}
