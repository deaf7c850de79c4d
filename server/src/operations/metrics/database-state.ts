import { count, max, min, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { reviewOrders } from '../../activities/contest/review-order.ts';
import { works } from '../../activities/contest/tables.ts';
import type { Clock } from '../../program/clock.ts';
import { configVersions } from '../../documents/tables.ts';
import { type Queries, rowsOf } from '../../database/database.ts';

/** @property oldestSeconds age of the oldest pending work by business time; `null` without one */
export async function readReviewQueue(
  queries: Queries,
  clock: Clock,
): Promise<{ pending: number; oldestSeconds: number | null }> {
  const { where } = reviewOrders.pending;
  const [found] = await queries
    .select({ pending: count(), at: min(works.submittedAt) })
    .from(works)
    .where(where);
  const at = found?.at ?? null;
  return {
    pending: found?.pending ?? 0,
    oldestSeconds: at === null ? null : Math.max(0, Math.round((clock.business() - at.getTime()) / 1_000)),
  };
}

/** The newest serial of each document that has one. */
export async function readConfigSerials(queries: Queries): Promise<{ document: string; serial: number }[]> {
  const rows = await queries
    .select({ document: configVersions.name, serial: max(configVersions.serial) })
    .from(configVersions)
    .groupBy(configVersions.name)
    .orderBy(configVersions.name);
  return rows.map(({ document, serial }) => ({ document, serial: serial ?? 0 }));
}

const lockWaitsSchema = v.object({ waiting: v.number(), longest: v.number() });

/** Of all processes: they share a database and an application name. PostgreSQL only. */
export async function readLockWaits(queries: Queries): Promise<{ waiting: number; longestSeconds: number }> {
  const [found] = await rowsOf(
    queries,
    lockWaitsSchema,
    sql`
    select count(*)::int as waiting,
      coalesce(max(extract(epoch from clock_timestamp() - query_start)), 0)::float8 as longest
    from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()
      and (application_name like 'activities %' or application_name = current_setting('application_name'))`,
  );
  return { waiting: found?.waiting ?? 0, longestSeconds: found?.longest ?? 0 };
}
