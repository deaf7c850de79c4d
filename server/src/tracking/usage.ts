import { type FailurePhase, openPhases } from '@fridge/shared-contracts/page';
import { and, desc, gte, isNotNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { DAY_MS } from '../clock.ts';
import { rowsOf } from '../database/rows-of.ts';
import type { CommandHandler } from '../operator/protocol.ts';
import { trackedEvents } from './tables.ts';

/** The newest are read: bounds the statements' time. */
const MOST_EVENTS = 100_000;
const MOST_RELEASES = 100;

/** An activity that isn't shown at all; a crash ends one that is. */
const openingPhases = ['contract', 'origin', 'entry', 'activity', 'screen', 'styles'] as const satisfies FailurePhase[];
const crashPhases = ['render', 'callback', 'shell'] as const satisfies FailurePhase[];

const totalsSchema = v.object({ events: v.number(), pages: v.number() });
const releaseSchema = v.object({
  remote: v.string(),
  version: v.string(),
  opens: v.number(),
  failed: v.number(),
  crashed: v.number(),
});
const percentilesSchema = v.object({
  remote: v.string(),
  version: v.string(),
  phase: v.string(),
  p50: v.number(),
  p90: v.number(),
  p99: v.number(),
});

/** Of events that count for a page view (`counted-events.ts`), in three bounded statements over one index. */
export const readUsage: CommandHandler<'usage.read'> = async ({ days }, { queries, clock }) => {
  const since = new Date(clock.real() - days * DAY_MS);
  const counted = queries
    .select()
    .from(trackedEvents)
    .where(and(isNotNull(trackedEvents.pageId), gte(trackedEvents.receivedAt, since)))
    .orderBy(desc(trackedEvents.receivedAt))
    .limit(MOST_EVENTS)
    .as('counted');
  const phasesIn = (names: readonly string[]) => sql`${counted.phase} in ${names}`;
  const [totals] = await rowsOf(
    queries,
    totalsSchema,
    sql`select count(*)::int as events, count(distinct ${counted.pageId})::int as pages from ${counted}`,
  );
  const found = await rowsOf(
    queries,
    releaseSchema,
    sql`select ${counted.remote} as remote, ${counted.version} as version,
        count(*) filter (where ${counted.event} = 'open')::int as opens,
        count(*) filter (where ${phasesIn(openingPhases)})::int as failed,
        count(*) filter (where ${phasesIn(crashPhases)})::int as crashed
      from ${counted} where ${counted.event} in ('open', 'failure')
      group by 1, 2 order by opens desc, remote, version limit ${MOST_RELEASES}`,
  );
  const timed = await rowsOf(
    queries,
    percentilesSchema,
    sql`select ${counted.remote} as remote, ${counted.version} as version, timed.phase,
        percentile_disc(0.5) within group (order by timed.ms) as p50,
        percentile_disc(0.9) within group (order by timed.ms) as p90,
        percentile_disc(0.99) within group (order by timed.ms) as p99
      from ${counted} cross join lateral (
        select key as phase, value::int as ms from jsonb_each_text(${counted.phases})
        union all
        select 'total', greatest((phases->>'entry')::int + (phases->>'screen')::int, (phases->>'styles')::int)
          + (phases->>'render')::int
      ) as timed
      where ${counted.event} = 'open' group by 1, 2, 3`,
  );
  const { events = 0, pages = 0 } = totals ?? {};
  return {
    days,
    events,
    truncated: events === MOST_EVENTS,
    pages,
    releases: found.map((release) => ({
      ...release,
      failureRate: rateOf(release),
      phases: Object.fromEntries(
        ['total', ...openPhases].flatMap((phase) => {
          const row = timed.find(
            (each) => each.remote === release.remote && each.version === release.version && each.phase === phase,
          );
          return row === undefined ? [] : [[phase, { p50: row.p50, p90: row.p90, p99: row.p99 }]];
        }),
      ),
    })),
  };
};

/** Of attempts to open; `null` without any. */
function rateOf({ opens, failed }: { opens: number; failed: number }): number | null {
  return opens + failed === 0 ? null : failed / (opens + failed);
}
