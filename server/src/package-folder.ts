import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Found from `src/` and from the bundle in `dist/`. */
export const packageFolder = findPackageFolder(import.meta.dirname);
export const migrationsFolder = join(packageFolder, 'migrations');
/** The repository's `var/` (architecture, "Running it"). */
export const stateFolder = join(packageFolder, '..', 'var');

function findPackageFolder(from: string): string {
  let folder = from;
  while (!existsSync(join(folder, 'migrations', 'meta', '_journal.json'))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new Error(`No migrations/meta/_journal.json above ${from}: run the server from its package.`);
    folder = parent;
  }
  return folder;
}
