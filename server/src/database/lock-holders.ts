import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Queries } from './database.ts';
import { rowsOf } from './rows-of.ts';

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
export function holdersOfAdvisoryLock(queries: Queries, lock: number): Promise<Holder[]> {
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
