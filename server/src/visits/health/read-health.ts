import type { ReleaseHealth } from '@fridge/shared-contracts/team';
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { HOUR_MS } from '../../program/clock.ts';
import { rowsOf } from '../../database/rows-of.ts';
import type { listed } from '../../releases/registry/listed-remote.ts';
import type { Services } from '../../program/services.ts';
import { releaseViews } from './tables.ts';

/** The newest are read: bounds the statements' time. */
const MOST_VIEWS = 200_000;
/** Those that pages get, and those that were seen last. */
const MOST_RELEASES = 20;

const figure = v.nullable(v.number());
const releaseSchema = v.object({
  version: v.string(),
  views: v.number(),
  visitors: v.number(),
  opens: v.number(),
  failed: v.number(),
  load50: figure,
  load75: figure,
  load95: figure,
  lcp: figure,
  inp: figure,
  cls: figure,
});
const failureSchema = v.object({ version: v.string(), phase: v.string(), reason: v.string(), views: v.number() });
type Figures = v.InferOutput<typeof releaseSchema>;

type Asked = Pick<ReturnType<typeof listed>, 'name' | 'version' | 'canary'>;

/** Of views that `release-views.ts` noted, in two bounded statements over one index. */
export async function readHealth(
  { name, version: stable, canary }: Asked,
  hours: number,
  { queries, clock }: Pick<Services, 'queries' | 'clock'>,
): Promise<ReleaseHealth> {
  const inForce = canary?.entry == null ? null : canary.release;
  const views = queries
    .select()
    .from(releaseViews)
    .where(and(eq(releaseViews.remote, name), gte(releaseViews.firstAt, new Date(clock.real() - hours * HOUR_MS))))
    .orderBy(desc(releaseViews.firstAt))
    .limit(MOST_VIEWS)
    .as('views');
  const percentile = (share: number, column: 'load' | 'lcp' | 'inp' | 'cls') =>
    sql`percentile_disc(${sql.raw(String(share))}) within group (order by ${views[column]})`;
  const found = await rowsOf(
    queries,
    releaseSchema,
    sql`select ${views.version} as version, count(*)::int as views, count(distinct ${views.visitor})::int as visitors,
        count(*) filter (where ${views.opened})::int as opens,
        count(*) filter (where ${views.failedPhase} is not null)::int as failed,
        ${percentile(0.5, 'load')} as load50, ${percentile(0.75, 'load')} as load75, ${percentile(0.95, 'load')} as load95,
        ${percentile(0.75, 'lcp')} as lcp, ${percentile(0.75, 'inp')} as inp, ${percentile(0.75, 'cls')} as cls
      from ${views} group by 1
      order by ${views.version} in (${stable ?? ''}, ${inForce ?? ''}) desc, max(${views.firstAt}) desc
      limit ${MOST_RELEASES}`,
  );
  const failures = await rowsOf(
    queries,
    failureSchema,
    sql`select ${views.version} as version, ${views.failedPhase} as phase, ${views.failedReason} as reason,
        count(*)::int as views
      from ${views} where ${views.failedPhase} is not null group by 1, 2, 3 order by views desc, phase, reason`,
  );
  const versions = new Set([stable, inForce, ...found.map(({ version }) => version)].filter((each) => each !== null));
  return {
    name,
    hours,
    truncated: found.reduce((sum, { views: seen }) => sum + seen, 0) >= MOST_VIEWS,
    releases: [...versions].map((version) => ({
      ...figuresOf(
        version,
        found.find((each) => each.version === version),
      ),
      state: version === stable ? 'stable' : version === inForce ? 'canary' : 'earlier',
      percent: version === inForce && version !== stable ? (canary?.percent ?? null) : null,
      failures: failures.flatMap(({ version: of, ...failure }) => (of === version ? [failure] : [])),
    })),
  };
}

/** Without the views of a release that no page has shown yet. */
function figuresOf(version: string, found?: Figures) {
  const { views = 0, visitors = 0, opens = 0, failed = 0, lcp = null, inp = null, cls = null } = found ?? {};
  const { load50 = null, load75 = null, load95 = null } = found ?? {};
  const load = load50 === null || load75 === null || load95 === null ? null : { p50: load50, p75: load75, p95: load95 };
  return { version, views, visitors, opens, failed, load, lcp, inp, cls };
}
