import { TRACK_BATCH, type TrackedEvent, trackedEventSchema } from '@fridge/shared-contracts/page';
import { asc, desc, inArray, lt, or, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { DAY_MS } from '../program/clock.ts';
import type { Queries } from '../database/database.ts';
import { createReleaseViews } from './health/release-views.ts';
import { requireOwnOrigin, success } from '../edge/answers.ts';
import { refuse } from '../edge/refusal.ts';
import type { Services } from '../program/services.ts';
import { countEvents } from '../admission/rate-limits.ts';
import { createEventCounter, pagesOf } from './counted-events.ts';
import { browserOf } from './browser-of.ts';
import { networkOf } from './network-of.ts';
import type { PageView } from './page-id.ts';
import { trackedEvents } from './tables.ts';

/** Of usage events. */
export const RETENTION_DAYS = 30;

/** Twice a full batch of the longest events. */
const BODY_LIMIT_BYTES = 56 * 1024;

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
