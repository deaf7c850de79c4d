import { sql } from 'drizzle-orm';
import type { Client } from 'pg';
import * as v from 'valibot';
import { runbook } from '../operations/runbook.ts';
import { type DatabaseLimits, IDLE_IN_TRANSACTION_MS, type Queries, rowsOf } from './database.ts';

/**
 * `DATABASE_DIRECT_URL` says that `DATABASE_URL` leads to a pooler in transaction mode, which lends a connection to
 * others between two transactions: statements stay unnamed there, and the pooler gives each connection the limits.
 */
type Limits = Pick<DatabaseLimits, 'lockMs' | 'statementMs'>;

/** PostgreSQL's names of the limits of every connection for calls, ms. */
export const settingsOf = ({ lockMs, statementMs }: Limits) => ({
  lock_timeout: lockMs,
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
});

const pidSchema = v.object({ rows: v.tuple([v.object({ pid: v.number() })]) });

/**
 * Notices and locks need a connection to PostgreSQL itself: there the process that the client was told at its start,
 * for cancelling, is the one that answers.
 * @returns what to correct, `null` without a pooler
 */
export async function directProblem(client: Client): Promise<string | null> {
  const told: unknown = Reflect.get(client, 'processID');
  const { rows } = v.parse(pidSchema, await client.query('select pg_backend_pid() as pid'));
  if (told === rows[0].pid) return null;
  return `a pooler answers there, which passes no notices on and shares connections: name PostgreSQL itself in DATABASE_DIRECT_URL (${runbook('pooler-without-direct')})`;
}

/** @param queries through the pooler @returns what to correct, `null` when the connection has the program's limits */
export async function limitsProblem(queries: Queries, limits: Limits): Promise<string | null> {
  const wanted = Object.entries(settingsOf(limits));
  const current = sql.join(
    wanted.map(([name]) => sql`(select setting from pg_settings where name = ${name})`),
    sql`, `,
  );
  const row = v.object({ settings: v.array(v.string()) });
  const [found] = await rowsOf(queries, row, sql`select array[${current}] as settings`);
  const has = set(wanted.map(([name], index) => [name, found?.settings[index]]));
  if (has === set(wanted)) return null;
  return (
    `through the pooler that DATABASE_URL names a connection has other limits than the program's (${has}). Let ` +
    `PgBouncer set them: connect_query='${set(wanted)}' in the database's line of pgbouncer.ini, then RECONNECT. ` +
    'Without a pooler leave DATABASE_DIRECT_URL unset'
  );
}

const set = (entries: readonly (readonly [string, unknown])[]) =>
  entries.map(([name, ms]) => `set ${name} = ${String(ms)}`).join('; ');
