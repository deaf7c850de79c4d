import type { ReleaseHealth } from '@fridge/shared-contracts/team';
import { and, desc, eq, gte, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Queries, rowsOf } from '../../database/database.ts';
import { HOUR_MS } from '../../program/clock.ts';
import { readOriginalPlaces } from '../../releases/stored-maps.ts';
import type { Services } from '../../program/services.ts';
import { releaseViews } from './tables.ts';

/** The newest are read: bounds the statements' time. */
const MOST_VIEWS = 200_000;
/** Those that pages get, and those that were seen last. */
const MOST_RELEASES = 20;

const figure = v.nullable(v.number());
/** `load`: that of half of the views, of three quarters, and of 95 in a hundred. */
const releaseSchema = v.object({
  version: v.string(),
  views: v.number(),
  visitors: v.number(),
  opens: v.number(),
  failed: v.number(),
  load: v.nullable(v.tuple([v.number(), v.number(), v.number()])),
  lcp: figure,
  inp: figure,
  cls: figure,
});
/** Of a release that no page has shown yet. */
const unseen = { views: 0, visitors: 0, opens: 0, failed: 0, load: null, lcp: null, inp: null, cls: null };
const failureSchema = v.object({
  version: v.string(),
  phase: v.string(),
  reason: v.string(),
  views: v.number(),
  place: v.nullable(v.object({ file: v.string(), line: v.number(), column: v.number() })),
  message: v.nullable(v.string()),
  browsers: v.array(v.string()),
});
/** Kinds of failures, the most frequent ones. */
const MOST_FAILURES = 100;

/** A remote with what pages get of it. */
type Asked = {
  name: string;
  version: string | null;
  canary: { release: string; percent: number; entry: object | null } | null;
};

/** Of views that `release-views.ts` noted, in two bounded statements over one index. */
export async function readHealth(
  { name, version: stable, canary }: Asked,
  hours: number,
  services: Pick<Services, 'queries' | 'clock' | 'releaseStorage'>,
): Promise<ReleaseHealth> {
  const { queries, clock } = services;
  const inForce = canary?.entry == null ? null : canary.release;
  const views = queries
    .select()
    .from(releaseViews)
    .where(and(eq(releaseViews.remote, name), gte(releaseViews.firstAt, new Date(clock.real() - hours * HOUR_MS))))
    .orderBy(desc(releaseViews.firstAt))
    .limit(MOST_VIEWS)
    .as('views');
  const most = (column: 'lcp' | 'inp' | 'cls') => sql`percentile_disc(0.75) within group (order by ${views[column]})`;
  const found = await rowsOf(
    queries,
    releaseSchema,
    sql`select ${views.version} as version, count(*)::int as views, count(distinct ${views.visitor})::int as visitors,
        count(*) filter (where ${views.opened})::int as opens,
        count(*) filter (where ${views.failedPhase} is not null)::int as failed,
        percentile_disc(array[0.5, 0.75, 0.95]) within group (order by ${views.load}) as load,
        ${most('lcp')} as lcp, ${most('inp')} as inp, ${most('cls')} as cls
      from ${views} group by 1
      order by ${views.version} in (${stable ?? ''}, ${inForce ?? ''}) desc, max(${views.firstAt}) desc
      limit ${MOST_RELEASES}`,
  );
  const failures = await rowsOf(
    queries,
    failureSchema,
    sql`select ${views.version} as version, ${views.failedPhase} as phase, ${views.failedReason} as reason,
        ${views.failedAs} -> 'place' as place, ${views.failedAs} ->> 'message' as message, count(*)::int as views,
        coalesce(array_agg(distinct ${views.failedAs} ->> 'browser' order by ${views.failedAs} ->> 'browser')
          filter (where ${views.failedAs} ->> 'browser' is not null), '{}') as browsers
      from ${views} where ${views.failedPhase} is not null group by 1, 2, 3, 4, 5
      order by views desc, phase, reason, place, message limit ${MOST_FAILURES}`,
  );
  const places = await readOriginalPlaces(name, failures, services);
  const versions = new Set([stable, inForce, ...found.map(({ version }) => version)].filter((each) => each !== null));
  return {
    name,
    hours,
    truncated: found.reduce((sum, { views: seen }) => sum + seen, 0) >= MOST_VIEWS,
    releases: [...versions].map((version) => {
      const { load, ...figures } = found.find((each) => each.version === version) ?? { ...unseen, version };
      return {
        ...figures,
        load: load && { p50: load[0], p75: load[1], p95: load[2] },
        state: version === stable ? 'stable' : version === inForce ? 'canary' : 'earlier',
        percent: version === inForce && version !== stable ? (canary?.percent ?? null) : null,
        failures: failures.flatMap(({ version: of, place, ...failure }) =>
          of === version ? { ...failure, at: place && (places.get(place) ?? null) } : [],
        ),
      };
    }),
  };
}

/** Page views of a release. Real time; without `to`, until now. */
type Span = { version: string; from: Date; to?: Date };

/** Views of known visitors that opened one of these releases or met a failure of it. */
export function judgedViews(remote: string, spans: readonly Span[]): SQL {
  const { visitor, opened, failedPhase, firstAt, version } = releaseViews;
  const within = spans.map((span) =>
    and(eq(version, span.version), gte(firstAt, span.from), span.to && lt(firstAt, span.to)),
  );
  const judged = and(eq(releaseViews.remote, remote), isNotNull(visitor), or(opened, isNotNull(failedPhase)));
  return sql`select * from ${releaseViews} where ${and(judged, or(...within, sql`false`))}`;
}

/** `visitors` and `failed` are people: who reloads a broken page ten times counts once. `opens`: page views. */
const outcomeSchema = v.object({ version: v.string(), visitors: v.number(), failed: v.number(), opens: v.number() });

/** Visitors of each version since then, those of them that met a failure of it, and views that opened it. */
export async function readOutcomes(
  queries: Queries,
  { remote, versions, since }: { remote: string; versions: readonly string[]; since: Date },
): Promise<v.InferOutput<typeof outcomeSchema>[]> {
  const spans = versions.map((version) => ({ version, from: since }));
  const found = await rowsOf(
    queries,
    outcomeSchema,
    sql`select version, count(distinct visitor)::int as visitors, count(*) filter (where opened)::int as opens,
        count(distinct visitor) filter (where failed_phase is not null)::int as failed
      from (${judgedViews(remote, spans)} order by first_at desc limit ${MOST_VIEWS}) as judged group by version`,
  );
  const none = { visitors: 0, failed: 0, opens: 0 };
  return versions.map((version) => found.find((each) => each.version === version) ?? { version, ...none });
}
