import { and, countDistinct, desc, eq, gte, isNotNull, lte, sql } from 'drizzle-orm';
import { DAY_MS } from '../../program/clock.ts';
import type { Queries } from '../../database/database.ts';
import { judgedViews } from '../../visits/health/read-outcomes.ts';
import { releaseViews } from '../../visits/health/tables.ts';
import { type CanarySample, NETWORKS_LEFT_OUT, VISITORS_OF_NETWORK } from './judge-canary.ts';

export type JudgedReleases = { remote: string; canary: string; stable: string; since: Date };

/** What became of canary and stable since then, in each network. */
export async function readCanarySample(
  queries: Queries,
  { remote, canary, stable, since }: JudgedReleases,
): Promise<CanarySample> {
  const views = judgedViews(queries, { remote, versions: [canary, stable], since }).as('judged');
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
  return { networks, isOfFewNetworks };
}

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
  const views = judgedViews(queries, { remote, versions: [canary], since }).as('judged');
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
