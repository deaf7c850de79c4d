import { lt, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { rowsOf } from '../database/rows-of.ts';
import { minuteOf } from './sliding-minute.ts';
import { userCounts } from './tables.ts';

/** A user's counts in one process, or in all others. */
export interface SharedCount {
  readonly userId: string;
  readonly calls: number;
  readonly callsUnderWay: number;
  readonly uploadsUnderWay: number;
}

/** A process tells what is under way every second; one that is silent for so long has ended. */
const ALIVE_S = 5;

const whole = v.pipe(v.number(), v.integer());
const othersSchema = v.object({
  userId: v.string(),
  calls: whole,
  before: whole,
  callsUnderWay: whole,
  uploadsUnderWay: whole,
});
export type OthersCount = v.InferOutput<typeof othersSchema>;

/**
 * Writes this process's counts and reads those of all others for the same users, in one statement. Each process writes
 * rows of its own, with absolute counts: processes don't wait for each other, and a repeated statement counts once.
 */
export function shareCounts(
  queries: Queries,
  process: string,
  minute: number,
  counts: readonly SharedCount[],
): Promise<OthersCount[]> {
  const column = (of: (count: SharedCount) => string | number) => sql.param(counts.map(of));
  const users = column(({ userId }) => userId);
  return rowsOf(
    queries,
    othersSchema,
    sql`
    with mine as (
      insert into user_counts (process, user_id, minute, calls, calls_under_way, uploads_under_way, seen_at)
      select ${process}, mine.*, now() from (
        select user_id, ${minute}::int, calls, calls_under_way, uploads_under_way
        from unnest(
          ${users}::text[], ${column(({ calls }) => calls)}::int[],
          ${column(({ callsUnderWay }) => callsUnderWay)}::int[], ${column(({ uploadsUnderWay }) => uploadsUnderWay)}::int[]
        ) as given (user_id, calls, calls_under_way, uploads_under_way)
      ) as mine
      on conflict (user_id, minute, process) do update set
        calls = excluded.calls, calls_under_way = excluded.calls_under_way,
        uploads_under_way = excluded.uploads_under_way, seen_at = excluded.seen_at
    )
    select user_id as "userId",
      coalesce(sum(calls) filter (where minute = ${minute}::int), 0)::int as calls,
      coalesce(sum(calls) filter (where minute = ${minute}::int - 1), 0)::int as before,
      coalesce(sum(calls_under_way) filter (where alive), 0)::int as "callsUnderWay",
      coalesce(sum(uploads_under_way) filter (where alive), 0)::int as "uploadsUnderWay"
    from (
      select *, seen_at > now() - make_interval(secs => ${ALIVE_S})
        and minute = max(minute) over (partition by user_id, process) as alive
      from user_counts
      where user_id = any(${users}::text[]) and process <> ${process} and minute >= ${minute}::int - 1
    ) as others
    group by user_id`,
  );
}

/** Nothing reads counts of earlier minutes than the last. */
export async function pruneCounts(queries: Queries, now: number): Promise<void> {
  await queries.delete(userCounts).where(lt(userCounts.minute, minuteOf(now) - 2));
}
