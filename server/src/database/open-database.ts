import type { Environment } from '../environment.ts';
import type { OpenDatabase } from './database.ts';

/** PostgreSQL when DATABASE_URL is set, the embedded database otherwise; migrated to the newest schema. */
export async function openDatabase(environment: Environment, onConnectionLost: () => void): Promise<OpenDatabase> {
  if (environment.DATABASE_URL !== undefined) {
    const { openPostgresql } = await import('./open-postgresql.ts');
    return openPostgresql(environment.DATABASE_URL, onConnectionLost, {
      poolSize: environment.DATABASE_POOL_SIZE,
      connectMs: environment.DATABASE_CONNECT_TIMEOUT_MS,
      lockMs: environment.DATABASE_LOCK_TIMEOUT_MS,
      statementMs: environment.DATABASE_STATEMENT_TIMEOUT_MS,
    });
  }
  const { openPglite } = await import('./open-pglite.ts');
  return openPglite(environment.DATA_DIR);
}
