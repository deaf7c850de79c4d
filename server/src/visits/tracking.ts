import { TRACK_BATCH, type TrackedEvent, trackedEventSchema, type Vitals } from '@fridge/shared-contracts/page';
import { asc, count, desc, inArray, lt, lte, or, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { DAY_MS } from '../program/clock.ts';
import type { Queries } from '../database/database.ts';
import { createReleaseViews } from './health/release-views.ts';
import { requireOwnOrigin, success } from '../edge/answers.ts';
import { refuse } from '../edge/refusal.ts';
import type { Services } from '../program/services.ts';
import { countEvents } from '../admission/rate-limits.ts';
import { browserOf } from './browser-of.ts';
import { networkOf } from './network-of.ts';
import { type PageView, readPageId } from './page-id.ts';
import { trackedEvents } from './tables.ts';
import { releases } from '../releases/tables.ts';

/** Of usage events. */
export const RETENTION_DAYS = 30;

/** Twice a full batch of the longest events. */
const BODY_LIMIT_BYTES = 104 * 1024;

/** The oldest events are deleted first. */
const MAX_EVENTS = 1_000_000;

const batchSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ events: v.pipe(v.array(v.unknown()), v.maxLength(TRACK_BATCH)) }),
);

/**
 * `POST /track`: a batch of unsigned events, as `application/json` or `text/plain` (beacons can't preflight). Bad
 * events are dropped alone. Answers the ids that needn't be sent again.
 */
export async function track(app: FastifyInstance, services: Services): Promise<void> {
  const { environment, clock } = services;
  const countStored = createEventCounter(services);
  const noteViews = createReleaseViews(services);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) => done(null, body),
  );

  app.addHook('onRequest', async ({ headers }) => requireOwnOrigin(headers.origin, environment.ALLOWED_ORIGINS));
  app.post('/track', { bodyLimit: BODY_LIMIT_BYTES }, async (request) => {
    const batch = v.safeParse(batchSchema, request.body);
    if (!batch.success) throw refuse.badInput();
    countEvents(request, batch.output.events.length, services);
    const now = clock.real();
    const events = batch.output.events.flatMap((event) => readEvent(event, now) ?? []);
    const refused = batch.output.events.length - events.length;
    const views = await pagesOf(events, services);
    await noteViews(
      events.map((event, index) => ({ event, view: views[index] ?? null })),
      { network: networkOf(request.ip, services.pageIdKey), browser: browserOf(request.headers['user-agent'] ?? '') },
    );
    const stored = await storeEvents(events, views, services);
    await countStored(stored);
    request.log.info({ event: 'tracked', taken: events.length, stored: stored.length, refused });
    return success({ taken: events.map(({ id }) => id), refused });
  });
}

/** @returns `null` for a bad event, or one whose time isn't within retention and at most a day ahead (wrong clocks) */
function readEvent(sent: unknown, now: number): TrackedEvent | null {
  const read = v.safeParse(trackedEventSchema, sent);
  if (!read.success) return null;
  const { at } = read.output;
  return at > now - RETENTION_DAYS * DAY_MS && at < now + DAY_MS ? read.output : null;
}

/** Ignores known ids. @returns those that were new, each with the page view it counts for */
async function storeEvents(
  events: readonly TrackedEvent[],
  views: readonly (PageView | null)[],
  services: Services,
): Promise<{ event: TrackedEvent; page: string | null }[]> {
  if (events.length === 0) return [];
  const receivedAt = new Date(services.clock.real());
  const rows = events.map((event, index) => ({
    ...event,
    ...(event.event === 'vitals' && { vitals: vitalsOf(event) }),
    pageId: views[index]?.page ?? null,
    at: new Date(event.at),
    receivedAt,
  }));
  const inserted = await services.queries
    .insert(trackedEvents)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: trackedEvents.id, page: trackedEvents.pageId });
  const byId = new Map(events.map((event) => [event.id, event]));
  return inserted.flatMap(({ id, page }) => {
    const event = byId.get(id);
    return event === undefined ? [] : [{ event, page }];
  });
}

const vitalsOf = ({ load, lcp, inp, cls }: Extract<TrackedEvent, { event: 'vitals' }>) => ({ load, lcp, inp, cls });

/** Bounds the statement's time. */
const PRUNE_BATCH = 50_000;

/** Deletes expired and surplus events; surplus by rows, because repeated events use up positions too. */
export async function pruneEvents(queries: Queries, now: number, kept: number = MAX_EVENTS): Promise<void> {
  const newestOfTooMany = queries
    .select({ position: trackedEvents.position })
    .from(trackedEvents)
    .orderBy(desc(trackedEvents.position))
    .offset(kept)
    .limit(1);
  const tooMuch = or(
    lt(trackedEvents.receivedAt, new Date(now - RETENTION_DAYS * DAY_MS)),
    sql`${trackedEvents.position} <= (${newestOfTooMany})`,
  );
  const oldest = queries
    .select({ position: trackedEvents.position })
    .from(trackedEvents)
    .where(tooMuch)
    .orderBy(asc(trackedEvents.position))
    .limit(PRUNE_BATCH);
  await queries.delete(trackedEvents).where(inArray(trackedEvents.position, oldest));
}

/** Events of one kind that count for one page view; more is a loop or a forger. */
export const COUNTED_PER_PAGE = 100;

/**
 * Which page view each event counts for. One without a valid page id, or beyond its page's share, counts for none: it
 * is kept and stays out of usage and metrics. Concurrent batches of one page may overrun the share by a batch each.
 * @returns in the events' order
 */
async function pagesOf(
  events: readonly TrackedEvent[],
  services: Pick<Services, 'queries' | 'pageIdKey' | 'clock'>,
): Promise<(PageView | null)[]> {
  const now = services.clock.real();
  const views = events.map(({ pageId }) => (pageId === undefined ? null : readPageId(pageId, services.pageIdKey, now)));
  const counted = await countedBefore(services.queries, new Set(views.flatMap((view) => view?.page ?? [])));
  return events.map(({ event }, index) => {
    const view = views[index] ?? null;
    if (view === null) return null;
    const number = (counted.get(`${view.page} ${event}`) ?? 0) + 1;
    counted.set(`${view.page} ${event}`, number);
    return number <= COUNTED_PER_PAGE ? view : null;
  });
}

async function countedBefore(queries: Queries, pages: ReadonlySet<string>): Promise<Map<string, number>> {
  if (pages.size === 0) return new Map();
  const { pageId, event } = trackedEvents;
  const rows = await queries
    .select({ pageId, event, events: count() })
    .from(trackedEvents)
    .where(inArray(pageId, [...pages]))
    .groupBy(pageId, event);
  return new Map(rows.map((row) => [`${row.pageId} ${row.event}`, row.events]));
}

/** Registered releases of each remote that metrics name besides those in use: bounds their labels. */
export const NEWEST_KNOWN = 20;
const KNOWN_FOR_MS = 10_000;

type CounterServices = Pick<Services, 'queries' | 'registry' | 'metrics'>;

/**
 * Counts stored opens, failures and times by remote and release. Of each remote known are the release that pages get
 * and the newest ones; others count as `other`.
 */
function createEventCounter(services: CounterServices) {
  const { metrics } = services;
  let known: ReadonlySet<string> = new Set();
  let readAt = Number.NEGATIVE_INFINITY;

  const refresh = async () => {
    if (performance.now() - readAt < KNOWN_FOR_MS) return;
    readAt = performance.now();
    known = await readKnown(services);
  };
  const labelsOf = (remote: string, version: string) => ({
    remote: remote === 'host' || known.has(remote) ? remote : 'other',
    release: known.has(`${remote} ${version}`) ? version : 'other',
  });

  return async (stored: readonly { event: TrackedEvent; page: string | null }[]): Promise<void> => {
    const ofReleases = stored.flatMap(({ event, page }) => ('remote' in event ? [{ event, page }] : []));
    if (ofReleases.length === 0) return;
    await refresh();
    for (const { event, page } of ofReleases) {
      const labels = labelsOf(event.remote, event.version);
      if (event.event === 'vitals') {
        if (page !== null) measure(metrics, labels, event);
      } else if (page === null) metrics.uncounted.inc();
      else if (event.event === 'open') metrics.opens.inc(labels);
      else metrics.failures.inc({ ...labels, phase: event.phase, reason: event.reason });
    }
  };
}

const vitalNames = ['load', 'lcp', 'inp', 'cls'] as const;

/** Times in seconds; the layout shift has no unit. */
function measure({ vitals }: CounterServices['metrics'], labels: { remote: string; release: string }, event: Vitals) {
  for (const name of vitalNames) {
    const measured = event[name];
    if (measured !== undefined) vitals[name].observe(labels, name === 'cls' ? measured : measured / 1_000);
  }
}

/** Remotes, and their releases behind their names. */
async function readKnown({ queries, registry }: CounterServices): Promise<ReadonlySet<string>> {
  const { name, version, event } = releases;
  const place = sql<number>`row_number() over (partition by ${name} order by ${event} desc)`.as('place');
  const ranked = queries.select({ name, version, place }).from(releases).as('ranked');
  const newest = await queries.select().from(ranked).where(lte(ranked.place, NEWEST_KNOWN));
  const inForce = Object.entries(registry.current().registry.remotes).map(([remote, entry]) => ({
    name: remote,
    version: entry.version,
  }));
  return new Set([...newest, ...inForce].flatMap((row) => [row.name, `${row.name} ${row.version}`]));
}
