import { and, countDistinct, desc, eq, gte, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { releaseViews } from './tables.ts';

/** `visitors` and `failed` are people: who reloads a broken page ten times counts once. `opens`: page views. */
export type Outcome = { visitors: number; failed: number; opens: number };

/** Page views of a release. Real time; without `to`, until now. */
export type Span = { version: string; from: Date; to?: Date };

/** Views of known visitors that opened one of these releases or met a failure of it. */
export function judgedViews(queries: Queries, remote: string, spans: readonly Span[]) {
  const { visitor, opened, failedPhase, firstAt, version } = releaseViews;
  const within = spans.map((span) =>
    and(eq(version, span.version), gte(firstAt, span.from), span.to && lt(firstAt, span.to)),
  );
  return queries
    .select()
    .from(releaseViews)
    .where(and(eq(releaseViews.remote, remote), or(...within), isNotNull(visitor), or(opened, isNotNull(failedPhase))));
}

/** The newest are read: bounds the statement's time. */
const MOST_VIEWS = 200_000;

/** Visitors of each version since then, those of them that met a failure of it, and views that opened it. */
export async function readOutcomes(
  queries: Queries,
  { remote, versions, since }: { remote: string; versions: readonly string[]; since: Date },
): Promise<Record<string, Outcome>> {
  if (versions.length === 0) return {};
  const spans = versions.map((version): Span => ({ version, from: since }));
  const views = judgedViews(queries, remote, spans).orderBy(desc(releaseViews.firstAt)).limit(MOST_VIEWS).as('judged');
  const rows = await queries
    .select({
      version: views.version,
      visitors: countDistinct(views.visitor),
      failed: sql<number>`count(distinct ${views.visitor}) filter (where ${views.failedPhase} is not null)::int`,
      opens: sql<number>`count(*) filter (where ${views.opened})::int`,
    })
    .from(views)
    .groupBy(views.version);
  const none = versions.map((version): [string, Outcome] => [version, { visitors: 0, failed: 0, opens: 0 }]);
  return Object.fromEntries([...none, ...rows.map(({ version, ...outcome }): [string, Outcome] => [version, outcome])]);
}
