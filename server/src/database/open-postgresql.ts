import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, type ClientConfig, Pool } from 'pg';
import { StartRefused } from '../environment.ts';
import { migrationsFolder } from '../package-folder.ts';
import {
  type Admission,
  type DatabaseLimits,
  defaultDatabaseLimits,
  IDLE_IN_TRANSACTION_MS,
  type OpenDatabase,
  TooManyWaiting,
} from './database.ts';
import { casing } from './schema.ts';

/** An arbitrary number shared by all processes of the product. */
const START_LOCK = 418_000_001;

/** Of the pool. The rest serves plain reads and nonces while transactions wait for a row. */
const TRANSACTIONS_SHARE = 0.7;

/** Queue length; above it code 429. */
const MAX_WAITING_TRANSACTIONS = 500;

/** After `statementMs`, before a silent connection is dropped. */
const STATEMENT_GRACE_MS = 1_000;

/**
 * Opens and migrates PostgreSQL. Work on a lost connection fails; the pool opens another.
 * @param onConnectionLost once per lost connection
 * @throws StartRefused when it can't be reached
 */
export async function openPostgresql(
  url: string,
  onConnectionLost: () => void,
  limits: DatabaseLimits = defaultDatabaseLimits,
  admit?: Admission,
): Promise<OpenDatabase> {
  const connection: ClientConfig = {
    connectionString: url,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
  };
  const openPool = (max: number) => {
    const pool = new Pool({
      ...connection,
      max,
      lock_timeout: limits.lockMs,
      statement_timeout: limits.statementMs,
      query_timeout: limits.statementMs + STATEMENT_GRACE_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    });
    // The pool handles errors of idle clients only; others would end the process.
    pool.on('connect', (client) => client.once('error', onConnectionLost).on('error', () => undefined));
    return pool.on('error', () => undefined);
  };
  const calls = openPool(limits.poolSize);
  const probes = openPool(1);
  const close = async () => void (await Promise.all([calls.end(), probes.end()]));
  try {
    await exclusively(connection, async (queries) => {
      await admit?.(queries);
      await migrate(queries, { migrationsFolder });
    });
  } catch (error) {
    await close();
    throw error;
  }
  const atOnce = Math.max(1, Math.floor(limits.poolSize * TRANSACTIONS_SHARE));
  const queue = createTransactionQueue({ atOnce, waiting: MAX_WAITING_TRANSACTIONS, waitMs: limits.connectMs });
  const transaction = transactionOn(calls);
  return {
    queries: Object.assign(drizzle(calls, { casing }), {
      transaction: ((work, config) => queue(() => transaction(work, config))) satisfies Transaction,
    }),
    probes: drizzle(probes, { casing }),
    kind: 'postgresql',
    exclusively: (work) => exclusively(connection, work),
    close,
  };
}

type Transaction = NodePgDatabase['transaction'];

/** Replaces Drizzle's, which leaks the connection if BEGIN fails and reports a failed ROLLBACK instead of its cause. */
function transactionOn(pool: Pool): Transaction {
  return async (work, config) => {
    const client = await pool.connect();
    let refused: { reason: unknown } | null = null;
    let intact = false;
    try {
      const result = await drizzle(client, { casing }).transaction(async (transaction) => {
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

/**
 * Limits concurrent work, with a bounded queue.
 * @param terms.waiting queue length; above it `TooManyWaiting`
 * @param terms.waitMs longest wait, then an error that `isUnavailable` recognizes
 */
export function createTransactionQueue({
  atOnce,
  waiting,
  waitMs,
}: {
  atOnce: number;
  waiting: number;
  waitMs: number;
}): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let free = atOnce;
  const line = new Set<() => void>();
  const turn = () =>
    new Promise<void>((resolve, reject) => {
      if (free > 0) {
        free -= 1;
        return resolve();
      }
      if (line.size >= waiting) return reject(new TooManyWaiting());
      const start = () => {
        clearTimeout(limit);
        line.delete(start);
        resolve();
      };
      const limit = setTimeout(() => {
        line.delete(start);
        reject(Object.assign(new Error(`No turn came within ${waitMs} ms.`), { code: 'ETIMEDOUT' }));
      }, waitMs);
      line.add(start);
    });

  return async (work) => {
    await turn();
    try {
      return await work();
    } finally {
      const [next] = line;
      if (next === undefined) free += 1;
      else next();
    }
  };
}

/** A separate connection without timeouts, since another process may be migrating. Closing it releases the lock. */
async function exclusively<Result>(
  connection: ClientConfig,
  work: (queries: NodePgDatabase) => Promise<Result>,
): Promise<Result> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect().catch((error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer in time';
      const { host, port, database = '' } = client;
      throw new StartRefused(
        `The database ${database} at ${host}:${port} can't be reached (${code}). Start it, or correct DATABASE_URL.`,
        { cause: error },
      );
    });
    await client.query('select pg_advisory_lock($1)', [START_LOCK]);
    return await work(drizzle(client, { casing }));
  } finally {
    await client.end();
  }
}
