import { and, countDistinct, desc, eq, gte, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { releaseViews } from './tables.ts';

/** The newest are read: bounds the statement's time. */
const MOST_VIEWS = 200_000;

/** `visitors` and `failed` are people: who reloads a broken page ten times counts once. `opens`: page views. */
export type Outcome = { visitors: number; failed: number; opens: number };

/** Views of known visitors that opened one of these releases or met a failure of it. */
export function judgedViews(
  queries: Queries,
  { remote, versions, since, most = MOST_VIEWS }: Asked & { most?: number },
) {
  const { visitor, opened, failedPhase, firstAt } = releaseViews;
  return queries
    .select()
    .from(releaseViews)
    .where(
      and(
        eq(releaseViews.remote, remote),
        inArray(releaseViews.version, [...versions]),
        gte(firstAt, since),
        isNotNull(visitor),
        or(opened, isNotNull(failedPhase)),
      ),
    )
    .orderBy(desc(firstAt))
    .limit(most)
    .as('judged');
}
type Asked = { remote: string; versions: readonly string[]; since: Date };

/** Views among which the visitors of a sample are sought. */
const VIEWS_OF_SAMPLE = 5_000;

/** How many visitors of a release there were, of so many views at most: enough to tell few from enough. */
export async function countVisitors(queries: Queries, { remote, version, since }: AskedRelease): Promise<number> {
  const views = judgedViews(queries, { remote, versions: [version], since, most: VIEWS_OF_SAMPLE });
  const [row] = await queries.select({ visitors: countDistinct(views.visitor) }).from(views);
  return row?.visitors ?? 0;
}
type AskedRelease = Omit<Asked, 'versions'> & { version: string };

/** Visitors of each version since then, those of them that met a failure of it, and views that opened it. */
export async function readOutcomes(queries: Queries, asked: Asked): Promise<Record<string, Outcome>> {
  const views = judgedViews(queries, asked);
  const rows = await queries
    .select({
      version: views.version,
      visitors: countDistinct(views.visitor),
      failed: sql<number>`count(distinct ${views.visitor}) filter (where ${views.failedPhase} is not null)::int`,
      opens: sql<number>`count(*) filter (where ${views.opened})::int`,
    })
    .from(views)
    .groupBy(views.version);
  const none = asked.versions.map((version): [string, Outcome] => [version, { visitors: 0, failed: 0, opens: 0 }]);
  return Object.fromEntries([...none, ...rows.map(({ version, ...outcome }): [string, Outcome] => [version, outcome])]);
}
