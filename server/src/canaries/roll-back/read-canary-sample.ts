import { and, countDistinct, desc, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '../../clock.ts';
import type { Queries } from '../../database/database.ts';
import { judgedViews } from '../../health/read-outcomes.ts';
import { releaseViews } from '../../health/tables.ts';
import { type CanarySample, NETWORKS_LEFT_OUT } from './judge-canary.ts';

export type JudgedReleases = { remote: string; canary: string; stable: string; since: Date };

/** What became of canary and stable since then, in all and in the networks with the most failures of the canary. */
export async function readCanarySample(
  queries: Queries,
  { remote, canary, stable, since }: JudgedReleases,
): Promise<CanarySample> {
  const views = judgedViews(queries, { remote, versions: [canary, stable], since });
  const visitors = queries
    .select({
      version: views.version,
      failed: sql<boolean>`bool_or(${views.failedPhase} is not null)`.as('failed'),
      // One of a visitor who is in several.
      network: sql<string>`coalesce(min(${views.network}), '')`.as('visitor_network'),
    })
    .from(views)
    .groupBy(views.version, views.visitor)
    .as('visitors');
  const ofVersion = (version: string) => ({
    visitors: sql<number>`(count(*) filter (where ${visitors.version} = ${version}))::int`,
    failed: sql<number>`(count(*) filter (where ${visitors.version} = ${version} and ${visitors.failed}))::int`,
  });
  const [ofCanary, ofStable] = [ofVersion(canary), ofVersion(stable)];
  const rows = await queries
    .select({ canary: ofCanary, stable: ofStable, allCanary: inAll(ofCanary), allStable: inAll(ofStable) })
    .from(visitors)
    .groupBy(visitors.network)
    .orderBy(desc(ofCanary.failed))
    .limit(NETWORKS_LEFT_OUT);
  const none = { visitors: 0, failed: 0 };
  return {
    canary: rows[0]?.allCanary ?? none,
    stable: rows[0]?.allStable ?? none,
    mostFailing: rows.map(({ canary: own, stable: beside }) => ({ canary: own, stable: beside })),
    networks: await countNetworks(queries, remote, since),
  };
}

/** Of all groups together, in each one's row. */
const inAll = (counted: { visitors: SQL; failed: SQL }) => ({
  visitors: sql<number>`(sum(${counted.visitors}) over ())::int`,
  failed: sql<number>`(sum(${counted.failed}) over ())::int`,
});

/**
 * In how many networks the remote's visitors are, at most one more than are left out. Counts from the day before: a canary's
 * first visitors alone would make any site look as if it were used from one place.
 */
async function countNetworks(queries: Queries, remote: string, since: Date): Promise<number> {
  const { network, firstAt } = releaseViews;
  const found = await queries
    .selectDistinct({ network })
    .from(releaseViews)
    .where(and(eq(releaseViews.remote, remote), gte(firstAt, new Date(since.getTime() - DAY_MS)), isNotNull(network)))
    .limit(NETWORKS_LEFT_OUT + 1);
  return found.length;
}

export type MainFault = { phase: string; reason: string; visitors: number };

/** What most visitors of the canary met. */
export async function readMainFault(
  queries: Queries,
  { remote, canary, since }: JudgedReleases,
): Promise<MainFault | null> {
  const views = judgedViews(queries, { remote, versions: [canary], since });
  const visitors = countDistinct(views.visitor);
  const [row] = await queries
    .select({ phase: views.failedPhase, reason: views.failedReason, visitors })
    .from(views)
    .where(isNotNull(views.failedPhase))
    .groupBy(views.failedPhase, views.failedReason)
    .orderBy(desc(visitors))
    .limit(1);
  return row === undefined ? null : { ...row, phase: row.phase ?? '', reason: row.reason ?? '' };
}
