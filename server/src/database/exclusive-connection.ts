import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { Client, type ClientConfig } from 'pg';
import * as v from 'valibot';
import { codeOf } from '../storage/text.ts';
import { StartRefused } from '../program/environment.ts';
import { casing } from './columns.ts';
import { LOCK_NOT_AVAILABLE, type Queries, rowsOf, sqlStateOf } from './database.ts';

/** Arbitrary numbers shared by all processes of the product, also of other releases. */
export const advisoryLocks = {
  start: 418_000_001,
  migration: 418_000_002,
  householdImport: 418_000_003,
  rollBack: 418_000_004,
} as const;

/** PostgreSQL's codes: no such user or a wrong password, or pg_hba.conf lets nobody in by it. */
const WRONG_PASSWORD: ReadonlySet<string> = new Set(['28P01', '28000']);

/** A migration may rewrite a large table. */
const WAIT_MS = 5 * 60_000;

/**
 * A connection of its own, without the limits of calls, closed after the work.
 * @throws StartRefused when the database can't be reached
 */
export async function withConnection<Result>(
  connection: ClientConfig,
  work: (queries: NodePgDatabase, client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect().catch((error: unknown) => {
      const code = codeOf(error) || 'no answer in time';
      const { host, port, database = '' } = client;
      const place = `The database ${database} at ${host}:${port}`;
      throw new StartRefused(
        WRONG_PASSWORD.has(code)
          ? `${place} refuses the user or the password (${code}). Correct DATABASE_URL.`
          : `${place} can't be reached (${code}). Start it, or correct DATABASE_URL.`,
        { cause: error },
      );
    });
    return await work(drizzle(client, { casing }), client);
  } finally {
    await client.end();
  }
}

/**
 * One process at a time; the end of the connection releases the lock.
 * @throws StartRefused after five minutes, naming who holds the lock
 */
export function exclusively<Result>(
  connection: ClientConfig,
  lock: number,
  work: (queries: NodePgDatabase, client: Client) => Promise<Result>,
): Promise<Result> {
  return withConnection(connection, async (queries, client) => {
    await client.query(`set lock_timeout = ${WAIT_MS}`);
    await client.query('select pg_advisory_lock($1)', [lock]).catch(async (error: unknown) => {
      if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      const holders = describeHolders(await holdersOfAdvisoryLock(queries, lock));
      throw new StartRefused(
        `Another process has been starting on this database, or migrating it, for ${WAIT_MS / 60_000} minutes: ${holders}. End it, then try again.`,
      );
    });
    await queries.execute(sql.raw('set lock_timeout = 0'));
    return work(queries, client);
  });
}

/** Never the query, which may hold a phone or a code. Names and states of other roles aren't shown to everybody. */
const holderSchema = v.object({
  pid: v.number(),
  name: v.nullish(v.string(), ''),
  state: v.nullish(v.string(), ''),
});
type Holder = v.InferOutput<typeof holderSchema>;

/** Who keeps a connection waiting. */
export function blockersOf(queries: Queries, pid: number): Promise<Holder[]> {
  return rowsOf(
    queries,
    holderSchema,
    sql`select pid, application_name as name, state from pg_stat_activity where pid = any(pg_blocking_pids(${pid}))`,
  );
}

/** Who holds an advisory lock of a small number. */
function holdersOfAdvisoryLock(queries: Queries, lock: number): Promise<Holder[]> {
  return rowsOf(
    queries,
    holderSchema,
    sql`select a.pid, a.application_name as name, a.state from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = ${lock}::oid
        and l.database = (select oid from pg_database where datname = current_database())`,
  );
}

/** `process 4711 ("psql", idle in transaction)`. */
export function describeHolders(holders: readonly Holder[]): string {
  if (holders.length === 0) return 'somebody whom PostgreSQL no longer names';
  return holders
    .map(({ pid, name, state }) => {
      const facts = [name === '' ? '' : `"${name}"`, state].filter((fact) => fact !== '');
      return facts.length === 0 ? `process ${pid}` : `process ${pid} (${facts.join(', ')})`;
    })
    .join(' and ');
}
