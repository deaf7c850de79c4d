import type { Environment } from '../environment.ts';
import type { OpenDatabase } from './database.ts';

/** @property directory another process has taken the embedded database's folder */
type Lost = { connection: () => void; directory: () => void };

/**
 * Opens and migrates PostgreSQL if DATABASE_URL is set, else the embedded database.
 * @throws NotTheDemonstrations, DatabaseUnreachable, DirectoryInUse
 */
export async function openDatabase(environment: Environment, onLost: Lost): Promise<OpenDatabase> {
  const admit = environment.DEMO ? (await import('../demo/own-database.ts')).requireOwnDatabase : undefined;
  if (environment.DATABASE_URL !== undefined) {
    const { openPostgresql } = await import('./open-postgresql.ts');
    return openPostgresql(environment.DATABASE_URL, onLost.connection, {
      poolSize: environment.DATABASE_POOL_SIZE,
      connectMs: environment.DATABASE_CONNECT_TIMEOUT_MS,
      lockMs: environment.DATABASE_LOCK_TIMEOUT_MS,
      statementMs: environment.DATABASE_STATEMENT_TIMEOUT_MS,
    }, admit);
  }
  const { openPglite } = await import('./open-pglite.ts');
  return openPglite(environment.DATA_DIR, onLost.directory, admit);
}
