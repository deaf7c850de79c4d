import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenDatabase } from '../database/database.ts';
import { readMigrations } from '../database/migrations.ts';
import { openPglite } from '../database/open-database.ts';
import { packageFolder } from '../storage/package-folder.ts';
import { copyPrepared } from './prepared-folder.ts';

/** Changes with every migration. */
export const migrationsKey = (): string =>
  readMigrations()
    .map(({ hash }) => hash)
    .join(' ');

/** Copies a migrated, empty embedded database to `folder`, in a fraction of the time that a first start takes. */
export function layEmbeddedDatabase(folder: string): Promise<void> {
  const lockfile = readFileSync(join(packageFolder, '..', 'package-lock.json'), 'utf8');
  const pglite = /"node_modules\/@electric-sql\/pglite": \{[^}]*\}/.exec(lockfile)?.[0] ?? lockfile;
  return copyPrepared({ name: 'pglite', key: `${pglite}\n${migrationsKey()}`, target: folder }, async (draft) => {
    const database = await openPglite(draft, () => undefined);
    await database.close();
  });
}

/** Lays one, and opens it. */
export async function openEmbeddedDatabase(folder: string): Promise<OpenDatabase> {
  await layEmbeddedDatabase(folder);
  return openPglite(folder, () => undefined);
}
