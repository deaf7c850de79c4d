import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationsFolder } from '../package-folder.ts';
import { LockHeld, takeLock } from '../process-lock.ts';
import { type Admission, DirectoryInUse, type OpenDatabase } from './database.ts';
import * as schema from './schema.ts';

/**
 * The embedded database in a folder of its own, which is there.
 * @param onLost another process has taken the folder: whatever is written from now on is lost, or spoils what it writes
 * @param admit looks at it before anything is written
 * @throws DirectoryInUse when another process has it open: two of them on one folder silently lose rows
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

/** The lock lies beside the folder: `<folder>.lock`. */
async function lockDirectory(folder: string, onLost: () => void): Promise<{ release(): Promise<void> }> {
  try {
    return await takeLock(`${folder.replace(/\/+$/, '')}.lock`, { onLost });
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    const { who, remedy } = error.holder;
    throw new DirectoryInUse(`The data directory ${folder} is in use by ${who}. ${remedy}, or set DATA_DIR to another directory.`);
  }
}
