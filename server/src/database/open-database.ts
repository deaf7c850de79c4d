import type { Environment } from '../environment.ts';
import type { OpenDatabase } from './database.ts';

/** PostgreSQL when DATABASE_URL is set, the embedded database otherwise; migrated to the newest schema. */
export async function openDatabase(environment: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>, onIdleError: () => void): Promise<OpenDatabase> {
  if (environment.DATABASE_URL !== undefined) {
    const { openPostgresql } = await import('./open-postgresql.ts');
    return openPostgresql(environment.DATABASE_URL, onIdleError);
  }
  const { openPglite } = await import('./open-pglite.ts');
  return openPglite(environment.DATA_DIR);
}
