import { and, countDistinct, desc, eq, gte, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '../../program/clock.ts';
import type { Queries } from '../../database/database.ts';
import { judgedViews } from '../../visits/health/read-health.ts';
import { releaseViews } from '../../visits/health/tables.ts';
import { type BothOutcomes, inAll, NETWORKS_LEFT_OUT, type Sample, VISITORS_OF_NETWORK } from './judge-release.ts';

/**
 * `canary`: the release that is new, since `since`. `stable`: the one beside it in the same time or, of a promotion,
 * before it, from `before` on.
 */
export type Judged = { remote: string; canary: string; stable: string; since: Date; before?: Date };

/** What became of both releases, in each network, and of other remotes beside a promotion. */
export async function readSample(queries: Queries, judged: Judged): Promise<Sample> {
  const { remote, canary, stable, since, before } = judged;
  const ofStable = before === undefined ? { from: since } : { from: before, to: since };
  const spans = [
    { version: canary, from: since },
    { version: stable, ...ofStable },
  ];
  const views = judgedViews(queries, remote, spans).as('judged');
  // One of a visitor who is in several.
  const network = sql<string>`coalesce(min(${views.network}), '')`;
  const visitors = queries
    .select({
      version: views.version,
      network: network.as('visitor_network'),
      failed: sql<boolean>`bool_or(${views.failedPhase} is not null)`.as('failed'),
      place: sql<number>`row_number() over (
        partition by ${views.version}, ${network} order by min(${views.firstAt}), ${views.visitor})`.as('place'),
    })
    .from(views)
    .groupBy(views.version, views.visitor)
    .as('visitors');
  const ofVersion = (version: string) => ({
    visitors: sql<number>`(count(*) filter (where ${visitors.version} = ${version}))::int`,
    failed: sql<number>`(count(*) filter (where ${visitors.version} = ${version} and ${visitors.failed}))::int`,
  });
  const isOfFewNetworks = (await countNetworks(queries, remote, since)) <= NETWORKS_LEFT_OUT;
  const networks = await queries
    .select({ canary: ofVersion(canary), stable: ofVersion(stable) })
    .from(visitors)
    .where(isOfFewNetworks ? undefined : lte(visitors.place, VISITORS_OF_NETWORK))
    .groupBy(visitors.network);
  return { networks, isOfFewNetworks, ...(before && { others: await readOthers(queries, remote, { since, before }) }) };
}

/** Of all other remotes' visitors: since then, and before it. */
async function readOthers(
  queries: Queries,
  remote: string,
  { since, before }: { since: Date; before: Date },
): Promise<BothOutcomes> {
  const { visitor, failedPhase, firstAt } = releaseViews;
  const isSince = sql`${firstAt} >= ${since}`;
  const outcomes = (when: SQL) => ({
    visitors: sql<number>`(count(distinct ${visitor}) filter (where ${when}))::int`,
    failed: sql<number>`(count(distinct ${visitor}) filter (where ${when} and ${failedPhase} is not null))::int`,
  });
  const [found] = await queries
    .select({ canary: outcomes(isSince), stable: outcomes(sql`not ${isSince}`) })
    .from(releaseViews)
    .where(and(ne(releaseViews.remote, remote), gte(firstAt, before), isNotNull(visitor)));
  return found ?? inAll([]);
}

/**
 * In how many networks the remote's visitors are, at most one more than are left out. Counts from the day before: a
 * canary's first visitors alone would make any site look as if it were used from one place.
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

/** What most visitors of the new release met. */
export async function readMainFault(queries: Queries, { remote, canary, since }: Judged): Promise<MainFault | null> {
  const views = judgedViews(queries, remote, [{ version: canary, from: since }]).as('judged');
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
