import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Found from `src/` and from the bundle in `dist/`. */
export const packageFolder = findPackageFolder(import.meta.dirname);
/** The migrations of the tables, as drizzle-kit generates them. */
export const schemaFolder = join(packageFolder, 'schema');
export const proceduresFolder = join(packageFolder, 'procedures');
/** The repository's `var/` (architecture, "Running it"). */
export const stateFolder = join(packageFolder, '..', 'var');

function findPackageFolder(from: string): string {
  let folder = from;
  while (!existsSync(join(folder, 'schema', '0000_first.sql'))) {
    const parent = dirname(folder);
    // The command line's bundle has the modules and not the package: it opens no database.
    if (parent === folder) return from;
    folder = parent;
  }
  return folder;
}
