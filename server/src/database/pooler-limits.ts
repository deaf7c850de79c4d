import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type DatabaseLimits, IDLE_IN_TRANSACTION_MS, type Queries } from './database.ts';
import { rowsOf } from './rows-of.ts';

type Limits = Pick<DatabaseLimits, 'lockMs' | 'statementMs'>;

/** PostgreSQL's names of the limits of every connection for calls, ms. */
export const settingsOf = ({ lockMs, statementMs }: Limits) => ({
  lock_timeout: lockMs,
  statement_timeout: statementMs,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
});

const settingSchema = v.object({ name: v.string(), setting: v.pipe(v.string(), v.transform(Number)) });

/**
 * A pooler in transaction mode shares its connections and takes no settings from the program, so it has to give them
 * itself.
 * @param queries through the pooler
 * @returns what to correct, `null` when the connection has exactly these limits
 */
export async function poolerLimitsProblem(queries: Queries, limits: Limits): Promise<string | null> {
  const wanted = Object.entries(settingsOf(limits));
  const names = sql.join(
    wanted.map(([name]) => sql`${name}`),
    sql`, `,
  );
  const query = sql`select name, setting from pg_settings where name in (${names}) and unit = 'ms'`;
  const found = new Map((await rowsOf(queries, settingSchema, query)).map(({ name, setting }) => [name, setting]));
  const wrong = wanted.filter(([name, ms]) => found.get(name) !== ms);
  if (wrong.length === 0) return null;
  const are = wrong.map(([name, ms]) => `${name} is ${found.get(name) ?? 'unknown'} instead of ${ms}`).join(', ');
  const set = wanted.map(([name, ms]) => `set ${name} = ${ms}`).join('; ');
  return (
    `through the pooler that DATABASE_URL names a connection has other limits than the program's (${are}, ms). ` +
    `Let PgBouncer set them: connect_query='${set}' in the database's line of pgbouncer.ini, then RECONNECT. ` +
    'Without a pooler leave DATABASE_DIRECT_URL unset'
  );
}
