import type { TrackedEvent, TrackingEventName } from '@fridge/shared-contracts/host';
import { asc, count, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import { isoInShanghai } from '../clock.ts';
import type { Queries } from '../database/database.ts';
import { trackedEvents } from '../database/schema.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The oldest events are deleted first. */
export const RETENTION_DAYS = 30;
const MAX_EVENTS = 1_000_000;

/**
 * Whether a page's time is within retention and at most a day ahead (wrong clocks).
 * @param now real time, milliseconds
 */
export function isPlausible({ at }: Pick<TrackedEvent, 'at'>, now: number): boolean {
  return at > now - RETENTION_DAYS * DAY_MS && at < now + DAY_MS;
}

/** Ignores known ids. @returns how many were new */
export async function storeEvents(queries: Queries, events: readonly TrackedEvent[], now: number): Promise<number> {
  if (events.length === 0) return 0;
  const rows = events.map((tracked) => ({
    id: tracked.id,
    event: tracked.event,
    page: tracked.page,
    at: new Date(tracked.at),
    receivedAt: new Date(now),
    ...(tracked.event === 'click' && { name: tracked.name }),
    ...(tracked.event === 'failure' && { remote: tracked.remote, version: tracked.version, phase: tracked.phase, reason: tracked.reason }),
  }));
  const stored = await queries.insert(trackedEvents).values(rows).onConflictDoNothing().returning({ id: trackedEvents.id });
  return stored.length;
}

export async function listEvents(queries: Queries, { limit, name }: { limit: number; name?: TrackingEventName | undefined }) {
  const wanted = name === undefined ? undefined : eq(trackedEvents.event, name);
  const [counted] = await queries.select({ total: count() }).from(trackedEvents).where(wanted);
  const rows = await queries.select().from(trackedEvents).where(wanted).orderBy(desc(trackedEvents.position)).limit(limit);
  return {
    total: counted?.total ?? 0,
    events: rows.map(({ id, event, page, name: button, remote, version, phase, reason, at, receivedAt }) => ({
      id, event, page, name: button, remote, version, phase, reason, at: isoInShanghai(at), receivedAt: isoInShanghai(receivedAt),
    })),
  };
}

/** Bounds the statement's time. */
const PRUNE_BATCH = 50_000;

/** Deletes expired and surplus events; surplus by rows, because repeated events use up positions too. */
export async function pruneEvents(queries: Queries, now: number, kept: number = MAX_EVENTS): Promise<void> {
  const newestOfTooMany = queries.select({ position: trackedEvents.position }).from(trackedEvents).orderBy(desc(trackedEvents.position)).offset(kept).limit(1);
  const tooMuch = or(lt(trackedEvents.receivedAt, new Date(now - RETENTION_DAYS * DAY_MS)), sql`${trackedEvents.position} <= (${newestOfTooMany})`);
  const oldest = queries.select({ position: trackedEvents.position }).from(trackedEvents).where(tooMuch).orderBy(asc(trackedEvents.position)).limit(PRUNE_BATCH);
  await queries.delete(trackedEvents).where(inArray(trackedEvents.position, oldest));
}
