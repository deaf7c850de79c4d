import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Queries, rowsOf } from '../../database/database.ts';
import { DAY_MS } from '../../program/clock.ts';
import { judgedViews } from '../../visits/health/read-health.ts';
import { releaseViews } from '../../visits/health/tables.ts';
import { inAll, NETWORKS_LEFT_OUT, type Sample, VISITORS_OF_NETWORK } from './judge-release.ts';

/**
 * `canary`: the release that is new, since `since`. `stable`: the one beside it in the same time or, of a promotion,
 * before it, from `before` on.
 */
export type Judged = { remote: string; canary: string; stable: string; since: Date; before?: Date };

const bothSchema = v.pipe(
  v.object({ visitors: v.number(), failed: v.number(), stable_visitors: v.number(), stable_failed: v.number() }),
  v.transform((row) => ({
    canary: { visitors: row.visitors, failed: row.failed },
    stable: { visitors: row.stable_visitors, failed: row.stable_failed },
  })),
);

/** What became of both releases, in each network, and of other remotes beside a promotion. */
export async function readSample(queries: Queries, judged: Judged): Promise<Sample> {
  const { remote, canary, stable, since, before } = judged;
  const ofStable = before === undefined ? { from: since } : { from: before, to: since };
  const views = judgedViews(remote, [
    { version: canary, from: since },
    { version: stable, ...ofStable },
  ]);
  const isOfFewNetworks = (await countNetworks(queries, remote, since)) <= NETWORKS_LEFT_OUT;
  const counted = isOfFewNetworks ? sql`true` : sql`place <= ${VISITORS_OF_NETWORK}`;
  const isStable = sql`version = ${stable}`;
  // Of a visitor who is in several networks one counts.
  const networks = await rowsOf(
    queries,
    bothSchema,
    sql`with visitors as (
        select version, coalesce(min(network), '') as network, bool_or(failed_phase is not null) as failed,
          row_number() over (
            partition by version, coalesce(min(network), '') order by min(first_at), visitor) as place
        from (${views}) as judged group by version, visitor)
      select count(*) filter (where not ${isStable})::int as visitors,
        count(*) filter (where not ${isStable} and failed)::int as failed,
        count(*) filter (where ${isStable})::int as stable_visitors,
        count(*) filter (where ${isStable} and failed)::int as stable_failed
      from visitors where ${counted} group by network`,
  );
  return { networks, isOfFewNetworks, ...(before && { others: await readOthers(queries, remote, since, before) }) };
}

/** Of all other remotes' visitors: since then, and before it. */
async function readOthers(queries: Queries, remote: string, since: Date, before: Date) {
  const isSince = sql`first_at >= ${since}`;
  const [found] = await rowsOf(
    queries,
    bothSchema,
    sql`select count(distinct visitor) filter (where ${isSince})::int as visitors,
        count(distinct visitor) filter (where ${isSince} and failed_phase is not null)::int as failed,
        count(distinct visitor) filter (where not ${isSince})::int as stable_visitors,
        count(distinct visitor) filter (where not ${isSince} and failed_phase is not null)::int as stable_failed
      from ${releaseViews} where remote <> ${remote} and first_at >= ${before} and visitor is not null`,
  );
  return found ?? inAll([]);
}

/**
 * In how many networks the remote's visitors are, at most one more than are left out. Counts from the day before: a
 * canary's first visitors alone would make any site look as if it were used from one place.
 */
async function countNetworks(queries: Queries, remote: string, since: Date): Promise<number> {
  const from = new Date(since.getTime() - DAY_MS);
  const found = await rowsOf(
    queries,
    v.object({ network: v.string() }),
    sql`select distinct network from ${releaseViews}
      where remote = ${remote} and first_at >= ${from} and network is not null limit ${NETWORKS_LEFT_OUT + 1}`,
  );
  return found.length;
}

const faultSchema = v.object({ phase: v.string(), reason: v.string(), visitors: v.number() });
export type MainFault = v.InferOutput<typeof faultSchema>;

/** What most visitors of the new release met. */
export async function readMainFault(queries: Queries, { remote, canary, since }: Judged): Promise<MainFault | null> {
  const [fault] = await rowsOf(
    queries,
    faultSchema,
    sql`select failed_phase as phase, coalesce(failed_reason, '') as reason, count(distinct visitor)::int as visitors
      from (${judgedViews(remote, [{ version: canary, from: since }])}) as judged
      where failed_phase is not null group by 1, 2 order by visitors desc limit 1`,
  );
  return fault ?? null;
}
