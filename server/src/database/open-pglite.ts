import { mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '../places.ts';
import type { OpenDatabase } from './database.ts';
import { lockDirectory } from './directory-lock.ts';
import * as schema from './schema.ts';

/**
 * The embedded database in a folder of its own.
 * @throws DirectoryInUse when another process has it open: two of them on one folder silently lose rows
 */
export async function openPglite(folder: string): Promise<OpenDatabase> {
  await mkdir(folder, { recursive: true });
  const lock = await lockDirectory(folder);
  try {
    const client = await PGlite.create(folder);
    const queries = drizzle(client, { schema });
    await migrate(queries, { migrationsFolder });
    return {
      queries,
      kind: 'pglite',
      // The directory lock already keeps every other process away.
      exclusively: (work) => work(queries),
      async close() {
        await client.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
