import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { type ClientBase, type ClientConfig, DatabaseError, Pool, type PoolClient } from 'pg';
import { createTurns } from '../bounds/turns.ts';
import { casing } from './columns.ts';
import {
  callStatement,
  type DatabaseLimits,
  defaultDatabaseLimits,
  LOCK_NOT_AVAILABLE,
  NoTurn,
  type OpenDatabase,
  type Parameter,
  READ_ONLY_TRANSACTION,
  sqlStateOf,
  TooManyWaiting,
} from './database.ts';
import { advisoryLocks, exclusively } from './exclusive-connection.ts';
import { settingsOf } from './pooler.ts';

/** Of the pool. The rest serves plain reads and nonces while transactions wait for a row. */
const TRANSACTIONS_SHARE = 0.7;

/** Queue length; above it code 429. */
const MAX_WAITING_TRANSACTIONS = 500;

/** After `statementMs`, before a silent connection is dropped. */
const STATEMENT_GRACE_MS = 1_000;

export function connectionTo(url: string, { connectMs }: Pick<DatabaseLimits, 'connectMs'>): ClientConfig {
  return { connectionString: url, connectionTimeoutMillis: connectMs, keepAlive: true };
}

/**
 * Opens a migrated PostgreSQL; connects at first use. Work on a lost connection fails; the pool opens another.
 * @param onConnectionLost once per lost connection
 * @param direct past the pooler that `url` leads to (`pooler.ts`), for locks that belong to a connection; without it
 * `url` leads to PostgreSQL itself
 * @param onLockTimeout a statement gave up waiting for a lock
 */
export function openPostgresql(
  url: string,
  onConnectionLost: () => void,
  limits: DatabaseLimits = defaultDatabaseLimits,
  direct: ClientConfig | null = null,
  onLockTimeout: () => void = () => undefined,
): OpenDatabase {
  const connection = connectionTo(url, limits);
  const nameOf = createStatementNames();
  const openPool = (application: string, max: number) => {
    const pool = new BoundedPool({
      ...connection,
      // The name in the URL, if any, wins.
      application_name: application,
      max,
      ...(direct === null && settingsOf(limits)),
      query_timeout: limits.statementMs + STATEMENT_GRACE_MS,
    });
    // The pool handles errors of idle clients only; others would end the process.
    pool.on('connect', (client) => {
      client.once('error', onConnectionLost).on('error', () => undefined);
      // The driver has no event of its own for it, and a pool's statements end in a callback.
      client.connection.on('errorMessage', (error) => {
        if (sqlStateOf(error) === LOCK_NOT_AVAILABLE) onLockTimeout();
      });
      if (direct === null) nameStatements(client, nameOf);
    });
    return pool.on('error', () => undefined);
  };
  const calls = openPool('activities calls', limits.poolSize);
  const probes = openPool('activities probes', 1);
  const atOnce = Math.max(1, Math.floor(limits.poolSize * TRANSACTIONS_SHARE));
  const queue = createTurns({
    name: 'transactions',
    atOnce,
    waiting: MAX_WAITING_TRANSACTIONS,
    waitMs: limits.connectMs,
  });
  const transaction = transactionOn(calls);
  return {
    queries: Object.assign(drizzle(calls, { casing }), {
      transaction: ((work, config) => queue.run(() => transaction(work, config))) satisfies Transaction,
    }),
    probes: drizzle(probes, { casing }),
    kind: 'postgresql',
    call: (...called) => queue.run(() => callOn(calls, ...called)),
    load: () => ({
      inUse: calls.totalCount - calls.idleCount,
      idle: calls.idleCount,
      waiting: calls.waitingCount,
      transactions: queue.load(),
    }),
    exclusively: (work) =>
      exclusively({ ...(direct ?? connection), application_name: 'activities start' }, advisoryLocks.start, work),
    async close() {
      await Promise.all([calls.end(), probes.end()]);
    },
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
      intact = refused !== null && reason === error && !isOfStandby(error);
      throw reason;
    } finally {
      client.release(!intact);
    }
  };
}

/** Unlike `pool.query`, keeps a connection whose statement PostgreSQL refused. */
async function callOn(pool: Pool, procedure: string, parameters: Readonly<Record<string, Parameter>>, endsAt: number) {
  const client = await pool.connect();
  let intact = false;
  try {
    if (performance.now() >= endsAt) throw new NoTurn();
    const text = callStatement(procedure, parameters);
    const { rows } = await client.query<Record<string, unknown>>({ text, values: Object.values(parameters) });
    intact = true;
    return rows[0];
  } catch (error) {
    const isRefused = error instanceof DatabaseError && error.severity === 'ERROR' && !isOfStandby(error);
    intact = isRefused || error instanceof NoTurn;
    throw error;
  } finally {
    client.release(!intact);
  }
}

/** The server is a standby, after a failover a former primary: a new connection may lead to the primary. */
function isOfStandby(error: unknown): boolean {
  return sqlStateOf(error) === READ_ONLY_TRANSACTION;
}

/** Statements outside transactions that wait for a connection; above it code 429. */
export const MOST_WAITING_FOR_CONNECTIONS = 500;

type OnConnection = (error: Error | undefined, client: PoolClient | undefined, done: () => void) => void;

/** Bounds who waits for a connection in number; `connectionTimeoutMillis` bounds the time. */
class BoundedPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: OnConnection): void;
  /** @throws TooManyWaiting */
  override connect(callback?: OnConnection): Promise<PoolClient> | void {
    const refused = this.waitingCount >= MOST_WAITING_FOR_CONNECTIONS ? new TooManyWaiting('connections') : null;
    if (callback === undefined) return refused === null ? super.connect() : Promise.reject(refused);
    if (refused === null) super.connect(callback);
    else callback(refused, undefined, () => undefined);
  }
}

/** Statements of one connection that PostgreSQL keeps parsed. */
const MOST_NAMES = 200;
/** Lists of other lengths are other texts: only what comes again is worth a name. */
const ASKED_BEFORE = 3;
/** Of texts that are counted and may never come again. */
const MOST_TEXTS = 2_000;
/** Of a text, in characters: long ones are lists of rows, whose plan depends on how many rows there are already. */
const LONGEST = 2_000;

/** Names by text; the same ones for all connections of a pool. */
export function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const asked = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MOST_NAMES || text.length > LONGEST) return known;
    const before = asked.get(text) ?? 0;
    if (asked.size >= MOST_TEXTS) asked.clear();
    asked.set(text, before + 1);
    if (before < ASKED_BEFORE) return undefined;
    const name = `fridge_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}

/** Gives a new connection's statements with parameters names, so that PostgreSQL parses and plans each once. */
function nameStatements(client: ClientBase, nameOf: (text: string) => string | undefined): void {
  client.query = new Proxy(client.query, {
    apply(query, self, [statement, ...rest]: unknown[]) {
      return Reflect.apply(query, self, [rest.length > 0 ? named(statement, nameOf) : statement, ...rest]);
    },
  });
}

function named(statement: unknown, nameOf: (text: string) => string | undefined): unknown {
  if (typeof statement !== 'object' || statement === null) return statement;
  return 'text' in statement && typeof statement.text === 'string'
    ? { ...statement, name: nameOf(statement.text) }
    : statement;
}
