import type { TrackedEvent, Vitals } from '@fridge/shared-contracts/page';
import { count, inArray, lte, sql } from 'drizzle-orm';
import type { Queries } from '../database/database.ts';
import { releases } from '../releases/tables.ts';
import type { Services } from '../program/services.ts';
import { type PageView, readPageId } from './page-id.ts';
import { trackedEvents } from './tables.ts';

/** Events of one kind that count for one page view; more is a loop or a forger. */
export const COUNTED_PER_PAGE = 100;

/**
 * Which page view each event counts for. One without a valid page id, or beyond its page's share, counts for none: it
 * is kept and stays out of usage and metrics. Concurrent batches of one page may overrun the share by a batch each.
 * @returns in the events' order
 */
export async function pagesOf(
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
export function createEventCounter(services: CounterServices) {
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
