import { loadDemonstration } from './demonstration.ts';
import { openPglite } from '../database/open-database.ts';
import type { Environment } from './environment.ts';
import { makeWritable } from '../storage/writable-folder.ts';

/**
 * Applies the migrations that the database lacks. Processes of the former release go on serving meanwhile.
 * @throws StartRefused when a lock stays taken, or for another product's database
 */
export async function migrate(environment: Environment, print: (line: string) => void): Promise<true> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR, MIGRATION_LOCK_TIMEOUT_MS } = environment;
  const admit = (await loadDemonstration(environment))?.requireOwnDatabase;
  if (DATABASE_URL === undefined) {
    await makeWritable(DATA_DIR, 'DATA_DIR');
    await (await openPglite(DATA_DIR, () => undefined, admit)).close();
    print('The embedded database is up to date.');
    return true;
  }
  const { connectionTo } = await import('../database/open-postgresql.ts');
  const { migratePostgresql } = await import('../database/migrate-postgresql.ts');
  const connection = connectionTo(DATABASE_DIRECT_URL ?? DATABASE_URL, {
    connectMs: environment.DATABASE_CONNECT_TIMEOUT_MS,
  });
  const applied = await migratePostgresql(connection, {
    lockTimeoutMs: MIGRATION_LOCK_TIMEOUT_MS,
    admit,
    onApplied: (name) => print(`Applied ${name}.`),
    onWaiting: (name, holders) => print(`${name} waits for ${holders}.`),
  });
  print(applied.length === 0 ? 'The database was up to date.' : 'The database is up to date.');
  return true;
}
