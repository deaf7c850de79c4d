import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg';
import { migrationsFolder } from '../package-folder.ts';
import type { Admission, OpenDatabase } from './database.ts';
import {
  type DatabaseLimits, defaultDatabaseLimits, IDLE_IN_TRANSACTION_MS, STATEMENT_GRACE_MS, MAX_WAITING_TRANSACTIONS, maxTransactions,
} from './limits.ts';
import * as schema from './schema.ts';
import { createTransactionQueue } from './turns.ts';
import { DatabaseUnreachable } from './unavailable.ts';

/** An arbitrary number shared by all processes of the product. */
const START_LOCK = 418_000_001;

type Schema = typeof schema;

/**
 * Opens and migrates PostgreSQL. Work on a lost connection fails; the pool opens another.
 * @param onConnectionLost once per lost connection
 * @param admit runs before any write
 * @throws DatabaseUnreachable
 */
export async function openPostgresql(url: string, onConnectionLost: () => void, limits: DatabaseLimits = defaultDatabaseLimits, admit: Admission = async () => undefined): Promise<OpenDatabase> {
  const connection: ClientConfig = { connectionString: url, connectionTimeoutMillis: limits.connectMs, keepAlive: true };
  const open: OpenDatabase = { ...pooled(connection, onConnectionLost, limits), exclusively: (work) => exclusively(connection, work) };
  try {
    await exclusively(connection, async (queries) => {
      await admit(queries);
      await migrate(queries, { migrationsFolder });
    });
    return open;
  } catch (error) {
    await open.close();
    throw error;
  }
}

function pooled(connection: ClientConfig, onConnectionLost: () => void, limits: DatabaseLimits): Omit<OpenDatabase, 'exclusively'> {
  const calls = openPool(connection, onConnectionLost, limits);
  const probes = openPool(connection, onConnectionLost, { ...limits, poolSize: 1 });
  return {
    queries: Object.assign(drizzle(calls, { schema }), { transaction: transactionsOn(calls, limits) }),
    probes: drizzle(probes, { schema }),
    kind: 'postgresql',
    async close() {
      await Promise.all([calls.end(), probes.end()]);
    },
  };
}

function openPool(connection: ClientConfig, onConnectionLost: () => void, limits: DatabaseLimits): Pool {
  const pool = new Pool({
    ...connection,
    max: limits.poolSize,
    lock_timeout: limits.lockMs,
    statement_timeout: limits.statementMs,
    query_timeout: limits.statementMs + STATEMENT_GRACE_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  });
  // The pool handles errors of idle clients only; others would end the process.
  pool.on('connect', (client) => client.once('error', onConnectionLost).on('error', () => undefined));
  pool.on('error', () => undefined);
  return pool;
}

/** Replaces Drizzle's, which leaks the connection if BEGIN fails and reports a failed ROLLBACK instead of its cause. */
function transactionsOn(pool: Pool, { poolSize, connectMs }: DatabaseLimits): NodePgDatabase<Schema>['transaction'] {
  const turns = createTransactionQueue({ atOnce: maxTransactions(poolSize), waiting: MAX_WAITING_TRANSACTIONS, waitMs: connectMs });
  const transaction = transactionOn(pool);
  return (work, config) => turns(() => transaction(work, config));
}

function transactionOn(pool: Pool): NodePgDatabase<Schema>['transaction'] {
  return async (work, config) => {
    const client = await pool.connect();
    let refused: { reason: unknown } | null = null;
    let intact = false;
    try {
      const result = await on(client).transaction(async (transaction) => {
        try {
          return await work(transaction);
        } catch (error) {
          refused = { reason: error };
          throw error;
        }
      }, config);
      intact = true;
      return result;
    } catch (error) {
      const { reason } = refused ?? { reason: error };
      // The work's own error means that the rollback succeeded.
      intact = refused !== null && reason === error;
      throw reason;
    } finally {
      client.release(!intact);
    }
  };
}

const on = (client: Client | PoolClient) => drizzle(client, { schema });

/** A separate connection without timeouts, since another process may be migrating. Closing it releases the lock. */
async function exclusively<Result>(connection: ClientConfig, work: (queries: NodePgDatabase<Schema>) => Promise<Result>): Promise<Result> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect().catch((error: unknown) => {
      throw unreachable(client, error);
    });
    await client.query('select pg_advisory_lock($1)', [START_LOCK]);
    return await work(on(client));
  } finally {
    await client.end();
  }
}

function unreachable({ host, port, database }: Client, error: unknown): DatabaseUnreachable {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer in time';
  return new DatabaseUnreachable(`The database ${database ?? ''} at ${host}:${port} can't be reached (${code}). Start it, or correct DATABASE_URL.`, { cause: error });
}
