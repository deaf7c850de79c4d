import type { ClientConfig } from 'pg';
import { type Environment, StartRefused } from '../program/environment.ts';
import { LockHeld, takeLock } from '../program/process-lock.ts';
import { createTurns } from '../bounds/turns.ts';
import { casing } from './columns.ts';
import { type Admission, callStatement, type DatabaseLimits, NoTurn, type OpenDatabase } from './database.ts';
import { applyMigration, createJournal, requireMigrated, requireOurs } from './migrations.ts';
import { directProblem, limitsProblem } from './pooler.ts';

/**
 * @property directory another process has taken the embedded database's folder
 * @property lock a statement gave up waiting for one
 */
type Lost = { connection: () => void; directory: () => void; lock: () => void };

/**
 * Opens PostgreSQL if DATABASE_URL is set, else the embedded database. Loads only the one in use. The embedded one and
 * the demonstration's are migrated here; another PostgreSQL has to be migrated already, unless MIGRATE_ON_START=1.
 * @throws StartRefused when it can't be reached, is in use or behind, or holds what isn't this program's
 */
export async function openDatabase(environment: Environment, onLost: Lost, admit?: Admission): Promise<OpenDatabase> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR, DEMO, MIGRATE_ON_START } = environment;
  if (DATABASE_URL === undefined) return openPglite(DATA_DIR, onLost.directory, admit);
  const { connectionTo, openPostgresql } = await import('./open-postgresql.ts');
  const limits = limitsOf(environment);
  const direct = connectionTo(DATABASE_DIRECT_URL ?? DATABASE_URL, limits);
  const pooled = DATABASE_DIRECT_URL === undefined ? null : connectionTo(DATABASE_URL, limits);
  await requireAddresses(direct, pooled, limits);
  if (DEMO || MIGRATE_ON_START) {
    const { migratePostgresql } = await import('./migrate-postgresql.ts');
    await migratePostgresql(direct, { lockTimeoutMs: environment.MIGRATION_LOCK_TIMEOUT_MS, admit });
  } else {
    const { withConnection } = await import('./exclusive-connection.ts');
    await withConnection(direct, requireMigrated);
  }
  return openPostgresql(DATABASE_URL, onLost.connection, limits, pooled && direct, onLost.lock);
}

export const limitsOf = (environment: Environment): DatabaseLimits => ({
  poolSize: environment.DATABASE_POOL_SIZE,
  connectMs: environment.DATABASE_CONNECT_TIMEOUT_MS,
  lockMs: environment.DATABASE_LOCK_TIMEOUT_MS,
  statementMs: environment.DATABASE_STATEMENT_TIMEOUT_MS,
});

/** @throws StartRefused for a pooler where PostgreSQL has to answer, or one with other limits */
async function requireAddresses(direct: ClientConfig, pooled: ClientConfig | null, limits: DatabaseLimits) {
  const { withConnection } = await import('./exclusive-connection.ts');
  const problem =
    (await withConnection(direct, (_queries, client) => directProblem(client))) ??
    (pooled && (await withConnection(pooled, (queries) => limitsProblem(queries, limits))));
  if (problem !== null) throw new StartRefused(`The program doesn't start: ${problem}.`);
}

/**
 * Opens and migrates the embedded database in an existing folder.
 * @param onLost another process has taken the folder: writes are lost or damage its data
 * @throws StartRefused when another process has it open, or it is another product's
 */
export async function openPglite(folder: string, onLost: () => void, admit?: Admission): Promise<OpenDatabase> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { drizzle } = await import('drizzle-orm/pglite');
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
    const pending = await requireOurs(queries);
    if (pending.length > 0) await createJournal(queries);
    for (const migration of pending) await applyMigration(queries, migration);
    // PGlite lets them wait too, and tells nobody when their turn comes.
    const turns = createTurns({ name: 'transactions', atOnce: 1 });
    const transaction = queries.transaction.bind(queries);
    return {
      queries: Object.assign(queries, {
        transaction: ((work, config) => turns.run(() => transaction(work, config))) satisfies typeof transaction,
      }),
      probes: queries,
      kind: 'pglite',
      call: (procedure, parameters, endsAt) =>
        turns.run(async () => {
          if (performance.now() >= endsAt) throw new NoTurn();
          const { rows } = await client.query(callStatement(procedure, parameters), Object.values(parameters));
          return rows[0];
        }),
      load: () => null,
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
