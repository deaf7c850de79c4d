import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '../package-folder.ts';
import { LockHeld, takeLock } from '../process-lock.ts';
import { type Admission, DirectoryInUse, type OpenDatabase } from './database.ts';
import * as schema from './schema.ts';

/**
 * Opens the embedded database in an existing folder.
 * @param onLost another process has taken the folder: writes are lost or damage its data
 * @param admit runs before any write
 * @throws DirectoryInUse
 */
export async function openPglite(folder: string, onLost: () => void, admit: Admission = async () => undefined): Promise<OpenDatabase> {
  const lock = await lockDirectory(folder, onLost);
  try {
    const client = await PGlite.create(folder);
    const queries = drizzle(client, { schema });
    await admit(queries);
    await migrate(queries, { migrationsFolder });
    return {
      queries,
      probes: queries,
      kind: 'pglite',
      // The directory lock excludes other processes.
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

async function lockDirectory(folder: string, onLost: () => void): Promise<{ release(): Promise<void> }> {
  try {
    return await takeLock(`${folder.replace(/\/+$/, '')}.lock`, { onLost });
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    const { who, remedy } = error.holder;
    throw new DirectoryInUse(`The data directory ${folder} is in use by ${who}. ${remedy}, or set DATA_DIR to another directory.`);
  }
}
