import { type Environment, StartRefused } from '../environment.ts';
import { migrationsFolder } from '../package-folder.ts';
import { LockHeld, takeLock } from '../process-lock.ts';
import type { Admission, OpenDatabase } from './database.ts';
import { casing } from './schema.ts';

/** @property directory another process has taken the embedded database's folder */
type Lost = { connection: () => void; directory: () => void };

/**
 * Opens and migrates PostgreSQL if DATABASE_URL is set, else the embedded database. Loads only the one in use.
 * @throws StartRefused when it can't be reached, is in use, or holds what the demonstration didn't make
 */
export async function openDatabase(environment: Environment, onLost: Lost): Promise<OpenDatabase> {
  const admit = environment.DEMO ? (await import('../demo/own-database.ts')).requireOwnDatabase : undefined;
  if (environment.DATABASE_URL === undefined) return openPglite(environment.DATA_DIR, onLost.directory, admit);
  const { openPostgresql } = await import('./open-postgresql.ts');
  const limits = {
    poolSize: environment.DATABASE_POOL_SIZE,
    connectMs: environment.DATABASE_CONNECT_TIMEOUT_MS,
    lockMs: environment.DATABASE_LOCK_TIMEOUT_MS,
    statementMs: environment.DATABASE_STATEMENT_TIMEOUT_MS,
  };
  return openPostgresql(environment.DATABASE_URL, onLost.connection, limits, admit);
}

/**
 * Opens the embedded database in an existing folder.
 * @param onLost another process has taken the folder: writes are lost or damage its data
 * @throws StartRefused when another process has it open
 */
export async function openPglite(folder: string, onLost: () => void, admit?: Admission): Promise<OpenDatabase> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { drizzle } = await import('drizzle-orm/pglite');
  const { migrate } = await import('drizzle-orm/pglite/migrator');
  const lock = await takeLock(`${folder.replace(/\/+$/, '')}.lock`, { onLost }).catch((error: unknown) => {
    if (!(error instanceof LockHeld)) throw error;
    const { who, remedy } = error.holder;
    throw new StartRefused(
      `The data directory ${folder} is in use by ${who}. ${remedy}, or set DATA_DIR to another directory.`,
    );
  });
  try {
    const client = await PGlite.create(folder);
    const queries = drizzle(client, { casing });
    await admit?.(queries);
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
