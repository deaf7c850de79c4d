import type { Gauge } from 'prom-client';
import { listCoupons } from '../../activities/campaign/coupon-commands.ts';
import { listDraw } from '../../activities/draw/list-draw.ts';
import { describeFault } from '../../log/log.ts';
import type { Services } from '../../program/services.ts';
import { countUploaded } from '../../releases/file-store.ts';
import { withinTime } from '../../bounds/within-time.ts';
import { readConfigSerials, readLockWaits, readReviewQueue } from './database-state.ts';

/** A read that takes longer has failed: a scrape is answered in time whatever the database does. */
const COLLECT_LIMIT_MS = 2_000;
/** Scrapes within this time share one read. */
const COLLECT_EVERY_MS = 5_000;

/** @returns what sets the gauges, which are emptied first: after a failed read they are missing, not out of date */
type Collector = { gauges: readonly Pick<Gauge, 'reset' | 'remove'>[]; read(): Promise<() => void> };

/** @returns reads the gauges of the whole database, at most every 5 s; never rejects */
export function createDatabaseCollectors(services: Services): () => Promise<void> {
  const collectors = Object.entries(collectorsOf(services));
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<unknown> | null = null;
  return async () => {
    if (performance.now() - readAt < COLLECT_EVERY_MS) return;
    reading ??= Promise.all(collectors.map(([name, collector]) => collect(name, collector, services))).finally(() => {
      readAt = performance.now();
      reading = null;
    });
    await reading;
  };
}

async function collect(name: string, { gauges, read }: Collector, { metrics, log }: Services): Promise<void> {
  let set: (() => void) | null = null;
  try {
    set = await withinTime(read(), COLLECT_LIMIT_MS);
  } catch (error) {
    metrics.collectorFailures.inc({ collector: name });
    log.warn({ event: 'collectorFailed', collector: name, fault: describeFault(error) });
  }
  metrics.database.up.set({ collector: name }, set === null ? 0 : 1);
  for (const gauge of gauges) {
    gauge.reset();
    gauge.remove({}); // without labels it would be 0
  }
  set?.();
}

function collectorsOf({ queries, clock, database, metrics }: Services): Record<string, Collector> {
  const gauges = metrics.database;
  const collectors: Record<string, Collector> = {
    prizes: {
      gauges: [gauges.prizesLeft, gauges.codesLeft],
      async read() {
        const { outcomes } = await listDraw(queries);
        return () => {
          for (const { level, stock, issued, codesLeft } of outcomes) {
            if (stock !== null) gauges.prizesLeft.set({ level: String(level) }, stock - issued);
            if (codesLeft !== null) gauges.codesLeft.set({ level: String(level) }, codesLeft);
          }
        };
      },
    },
    grants: {
      gauges: [gauges.grantsLeft, gauges.grantsLeftToday],
      async read() {
        const { pools } = await listCoupons({ queries, clock });
        return () => {
          for (const { name, cap, issued, today } of pools) {
            gauges.grantsLeft.set({ pool: name }, cap - issued);
            if (today !== null) gauges.grantsLeftToday.set({ pool: name }, today.cap - today.issued);
          }
        };
      },
    },
    review: {
      gauges: [gauges.reviewPending, gauges.reviewOldest],
      async read() {
        const { pending, oldestSeconds } = await readReviewQueue(queries, clock);
        return () => {
          gauges.reviewPending.set(pending);
          gauges.reviewOldest.set(oldestSeconds ?? 0);
        };
      },
    },
    uploadedReleases: {
      gauges: [gauges.uploadedReleases, gauges.uploadedBytes],
      async read() {
        const { releases, bytes } = await countUploaded(queries);
        return () => {
          gauges.uploadedReleases.set(releases);
          gauges.uploadedBytes.set(bytes);
        };
      },
    },
    configuration: {
      gauges: [gauges.configSerial],
      async read() {
        const serials = await readConfigSerials(queries);
        return () => serials.forEach(({ document, serial }) => gauges.configSerial.set({ document }, serial));
      },
    },
  };
  if (database.kind === 'pglite') return collectors; // one connection: nothing waits for another's lock
  return {
    ...collectors,
    locks: {
      gauges: [gauges.lockWaits, gauges.longestLockWait],
      async read() {
        const { waiting, longestSeconds } = await readLockWaits(queries);
        return () => {
          gauges.lockWaits.set(waiting);
          gauges.longestLockWait.set(longestSeconds);
        };
      },
    },
  };
}
