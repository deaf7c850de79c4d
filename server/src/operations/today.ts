import { parseInstant } from '@fridge/shared-contracts';
import { shanghaiDay } from '@fridge/shared-contracts/page';
import { type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { grantAudit, quizProgress } from '../activities/campaign/tables.ts';
import { works } from '../activities/contest/tables.ts';
import { drawAudit } from '../activities/draw/tables.ts';
import { type Queries, rowsOf } from '../database/database.ts';
import { drawPrizes } from '../prizes/tables.ts';
import { type Clock, DAY_MS, HOUR_MS, isoInShanghai, midnightInShanghai } from '../program/clock.ts';
import { releaseViews } from '../visits/health/tables.ts';
import { trackedEvents } from '../visits/tables.ts';

/** Of an hour; `answers`: users whose last question was asked then, and answered. */
export const counted = [
  'visitors',
  'opens',
  'failures',
  'answers',
  'draws',
  'grants',
  'prizes',
  'submissions',
] as const;
type Counted = (typeof counted)[number];

/** `what` may also be `prize <level>` or `grant <pool>`. `early`: before this time of yesterday, or today. */
const countSchema = v.object({ what: v.string(), hour: v.number(), early: v.boolean(), count: v.number() });
type Count = v.InferOutput<typeof countSchema>;

const HOURS = 24;

/** The day of business time so far, and yesterday, whole and until this hour of it. */
export async function readDays(queries: Queries, clock: Clock) {
  const now = clock.business();
  const midnight = midnightInShanghai(shanghaiDay(now)).getTime();
  const counts = await readCounts(queries, { from: midnight - DAY_MS, now, ahead: now - clock.real() });
  const [firstHour, lastHour] = [(midnight - DAY_MS) / HOUR_MS, Math.floor(now / HOUR_MS)];
  const isToday = ({ hour }: Count) => hour >= firstHour + HOURS;
  const sumOf = (what: string, isMeant: (count: Count) => boolean) =>
    counts.reduce((sum, each) => (each.what === what && isMeant(each) ? sum + each.count : sum), 0);
  const prizes = counts.flatMap(({ what }) => (what.startsWith('prize ') ? [what] : []));
  return {
    now,
    totals: [...counted.map(totalOf), ...[...new Set(prizes)].toSorted()].map((what) => ({
      what,
      today: sumOf(what, isToday),
      yesterday: sumOf(what, (each) => !isToday(each) && each.early),
    })),
    /** Of the 24 hours until now. */
    lastDay: (what: string) => sumOf(what, (each) => isToday(each) || !each.early),
    hours: Array.from({ length: lastHour - firstHour + 1 }, (_, at) => firstHour + at).map((hour) => ({
      hour: isoInShanghai(new Date(hour * HOUR_MS)),
      ...(Object.fromEntries(counted.map((what) => [what, sumOf(what, (each) => each.hour === hour)])) as Record<
        Counted,
        number
      >), // the names of `counted`
    })),
  };
}

/** Beyond it a pace says nothing. */
const FORESEEN_MS = 365 * DAY_MS;

/**
 * The day on which what is left ends at the pace of the last day.
 * @param now business time, ms
 * @param activityEnd ISO time; `null`: none
 * @returns `null`: it isn't given, or it lasts for more than a year or to the end of the activity
 */
export function lastsUntil(
  { left, lastDay }: { left: number; lastDay: number },
  now: number,
  activityEnd: string | null,
): string | null {
  if (lastDay === 0) return null;
  const end = now + (left / lastDay) * DAY_MS;
  return end > Math.min(now + FORESEEN_MS, parseInstant(activityEnd) ?? Infinity) ? null : shanghaiDay(end);
}

/** Visitors of a day aren't the sum of its hours'. */
const totalOf = (what: Counted): string => (what === 'visitors' ? 'visitors of the day' : what);

const at = (ms: number): SQL => sql`to_timestamp(${ms / 1_000}::float8)`;

/** @property ahead of business time before real time, ms */
function readCounts(queries: Queries, { from, now, ahead }: { from: number; now: number; ahead: number }) {
  const business = (column: SQL): SQL => sql`${column} + make_interval(secs => ${ahead / 1_000}::float8)`;
  const [start, real] = [at(from), at(from - ahead)];
  const hour = sql`floor(extract(epoch from at) / 3600)::int`;
  const early = sql`at < ${at(now - DAY_MS)}`;
  return rowsOf(
    queries,
    countSchema,
    sql`
    with facts (what, at) as (
      select event || 's', ${business(sql`received_at`)} from ${trackedEvents}
        where received_at >= ${real} and page_id is not null and event in ('open', 'failure')
      union all select 'answers', ${business(sql`asked_at`)} from ${quizProgress}
        where asked_at >= ${real} and judged is not null
      union all select 'draws', business_at from ${drawAudit} where business_at >= ${start}
      union all select unnest(array['grants', 'grant ' || pool]), business_at from ${grantAudit}
        where business_at >= ${start}
      union all select unnest(array['prizes', 'prize ' || level]), won_at from ${drawPrizes} where won_at >= ${start}
      union all select 'submissions', submitted_at from ${works} where submitted_at >= ${start}
    ), views (visitor, at) as (
      select visitor, ${business(sql`first_at`)} from ${releaseViews}
      where first_at >= ${real} and visitor is not null
    )
    select what, ${hour} as hour, ${early} as early, count(*)::int as count from facts where at <= ${at(now)}
      group by 1, 2, 3
    union all select 'visitors', ${hour}, false, count(distinct visitor)::int from views group by 2
    union all select 'visitors of the day', min(${hour}), early, count(distinct visitor)::int
      from (select visitor, at, ${early} as early, at >= ${at(from + DAY_MS)} as is_today from views) as days
      group by early, is_today`,
  );
}
