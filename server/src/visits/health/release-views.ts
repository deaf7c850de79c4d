import type { TrackedEvent } from '@fridge/shared-contracts/page';
import { VIEWS_KEPT_DAYS } from '@fridge/shared-contracts/team';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import { DAY_MS } from '../../program/clock.ts';
import type { Services } from '../../program/services.ts';
import { decidedOf } from '../../releases/registry/registry-document.ts';
import { releases } from '../../releases/tables.ts';
import type { PageView } from '../page-id.ts';
import { releaseViews } from './tables.ts';

/** Also bounds what a look at a canary reads (`releases/watch/read-sample.ts`). */
const MOST_VIEWS = 1_000_000;

type View = typeof releaseViews.$inferInsert;
type DecidedFor = (remote: string, visitor: string | null) => Decided;
type From = { network: string; browser: string | null };

type CountedEvent = { event: TrackedEvent; view: PageView | null };

/**
 * Notes for each page view and release whether it opened or failed, and how fast it was: one row, whatever is repeated.
 * Written before the events themselves, since a batch that fails is sent again.
 */
export function createReleaseViews(services: Pick<Services, 'queries' | 'registry' | 'clock'>) {
  const { queries, registry, clock } = services;
  const onlyRegistered = createRegisteredReleases(queries);
  const versionOf = (remote: string, visitor: string | null) =>
    registry.current({ visitor }).registry.remotes[remote]?.version ?? null;
  const decided: DecidedFor = (remote, visitor) => ({
    stable: versionOf(remote, null),
    given: versionOf(remote, visitor),
    canary: decidedOf(remote, registry.reading().document)?.canary?.release ?? null,
  });

  /** @param from the request: its network (`visits/network-of.ts`) and browser */
  return async (events: readonly CountedEvent[], from: From): Promise<void> => {
    const found = viewsOf(events, { decided, ...from, firstAt: new Date(clock.real()) });
    const rows = await onlyRegistered(found);
    if (rows.length > 0) await store(queries, rows);
  };
}

/** Versions of a remote, now: what everybody gets but the canary's visitors, what this visitor gets, and the canary. */
type Decided = { stable: string | null; given: string | null; canary: string | null };

/**
 * Which visitor a page view counts for when canary and stable are compared. The canary's visitors don't count for the
 * stable release. Nobody else counts for the canary: its pages went to its visitors alone, so such an event is forged.
 * The first page of a browser had no cookie yet, but may have taken up the canary since.
 * @param visitor a tag; `null` without a cookie
 * @returns the visitor; `null`: nobody, the view is shown in figures only; `undefined`: no page can have got that
 * release
 */
export function attributeView(
  { version, visitor }: { version: string; visitor: string | null },
  { stable, given, canary }: Decided,
): string | null | undefined {
  if (visitor === null) return null;
  if (version === canary && version !== stable) return given === version ? visitor : undefined;
  return version === stable && given !== stable ? null : visitor;
}

/** One for each page view and release, in the order of their key, so that concurrent batches can't lock each other. */
function viewsOf(
  events: readonly CountedEvent[],
  { decided, browser, ...of }: From & { decided: DecidedFor; firstAt: Date },
): View[] {
  const views = new Map<string, View>();
  for (const { event, view } of events) {
    if (view === null || !('remote' in event)) continue;
    const { remote, version } = event;
    const visitor = attributeView({ version, visitor: view.visitor }, decided(remote, view.visitor));
    if (visitor === undefined) continue;
    const key = JSON.stringify([view.page, remote, version]);
    views.set(key, {
      page: view.page,
      remote,
      version,
      visitor,
      ...of,
      ...views.get(key),
      ...outcomeOf(event, browser, views.get(key)),
    });
  }
  return [...views].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, view]) => view);
}

/** What the event adds to a view: of failures and measurements the first stays. */
function outcomeOf(
  event: Extract<TrackedEvent, { remote: string }>,
  browser: string | null,
  before: Partial<View> = {},
): Partial<View> {
  if (event.event === 'open') return { opened: true };
  if (event.event === 'failure' && event.phase === 'markup') return {};
  if (event.event === 'failure') {
    if (before.failedPhase != null) return {};
    const { phase, reason, place, message } = event;
    const failedAs = { ...(place && { place }), ...(message && { message }), ...(browser && { browser }) };
    return { failedPhase: phase, failedReason: reason, failedAs };
  }
  const { load, lcp, inp, cls } = event;
  return { load: before.load ?? load, lcp: before.lcp ?? lcp, inp: before.inp ?? inp, cls: before.cls ?? cls };
}

const keyOf = ({ remote, version }: Pick<View, 'remote' | 'version'>) => `${remote} ${version}`;

/** Views of releases that are registered, which these stay for ever. Only those not met before are looked up. */
function createRegisteredReleases(queries: Queries) {
  const known = new Set<string>();
  return async (views: readonly View[]): Promise<View[]> => {
    const unknown = views.filter((view) => !known.has(keyOf(view)));
    if (unknown.length > 0) {
      const { name: remote, version } = releases;
      const wanted = unknown.map((view) => and(eq(remote, view.remote), eq(version, view.version)));
      const found = await queries
        .select({ remote, version })
        .from(releases)
        .where(or(...wanted));
      for (const release of found) known.add(keyOf(release));
    }
    return views.filter((view) => known.has(keyOf(view)));
  };
}

async function store(queries: Queries, rows: View[]): Promise<void> {
  const { page, remote, version, opened, failedPhase, failedReason, failedAs, load, lcp, inp, cls } = releaseViews;
  await queries
    .insert(releaseViews)
    .values(rows)
    .onConflictDoUpdate({
      target: [page, remote, version],
      set: {
        opened: sql`${opened} or excluded.opened`,
        failedPhase: sql`coalesce(${failedPhase}, excluded.failed_phase)`,
        failedReason: sql`coalesce(${failedReason}, excluded.failed_reason)`,
        failedAs: sql`case when ${failedPhase} is null then excluded.failed_as else ${failedAs} end`,
        load: sql`coalesce(${load}, excluded.load)`,
        lcp: sql`coalesce(${lcp}, excluded.lcp)`,
        inp: sql`coalesce(${inp}, excluded.inp)`,
        cls: sql`coalesce(${cls}, excluded.cls)`,
      },
    });
}

/** Bounds the statement's time. */
const PRUNE_BATCH = 50_000;

/** Of the views that are kept at most, after a removal of surplus ones: the next comes some minutes later. */
const LEFT = 0.95;

/**
 * Deletes expired views, and surplus ones: of the remote and network that have the most, the oldest first, so that
 * neither a busy remote nor a flood from one network leaves others without theirs.
 */
export async function pruneReleaseViews(
  queries: Queries,
  now: number,
  { kept = MOST_VIEWS, atOnce = PRUNE_BATCH }: { kept?: number; atOnce?: number } = {},
): Promise<void> {
  const remove = (found: SQL) =>
    queries.execute(sql`delete from ${releaseViews} where (page, remote, version) in
      (select page, remote, version from ${releaseViews} ${found})`);
  await remove(sql`where first_at < ${new Date(now - VIEWS_KEPT_DAYS * DAY_MS)} limit ${atOnce}`);
  const count = () => queries.$count(releaseViews);
  // Until none is surplus: what a look reads, and the ranking itself, would outgrow a statement's time.
  for (let stored = await count(); stored > kept; stored = await count()) {
    const place = sql`row_number() over (partition by remote, network order by first_at desc)`;
    await remove(sql`order by ${place} desc limit ${Math.min(atOnce, Math.floor(stored - LEFT * kept))}`);
  }
}
