import type { Gauge } from 'prom-client';
import { listCoupons } from '../../activities/campaign/coupon-commands.ts';
import { listDraw } from '../../activities/draw/list-draw.ts';
import { describeFault } from '../../log/log.ts';
import type { Services } from '../../program/services.ts';
import { countUploaded } from '../../releases/file-store.ts';
import { withinTime } from '../../bounds/within-time.ts';
import { readConfigSerials, readLockWaits, readReviewQueue } from './database-state.ts';
import type { DatabaseGauges } from './database-gauges.ts';

/** A read that takes longer has failed: a scrape is answered in time whatever the database does. */
const COLLECT_LIMIT_MS = 2_000;
/** Scrapes within this time share one read. */
const COLLECT_EVERY_MS = 5_000;

type Collector = keyof DatabaseGauges;

/** A gauge's values; `null`: missing. */
type Values = readonly (readonly [value: number | null, labels?: Readonly<Record<string, string>>])[];

/** The values of a collector's gauges, in their order. */
const reads: Readonly<Record<Collector, (services: Services) => Promise<readonly Values[]>>> = {
  async prizes({ queries }) {
    const { outcomes } = await listDraw(queries);
    const ofLevel = outcomes.map(({ level, ...outcome }) => ({ ...outcome, labels: { level: String(level) } }));
    return [
      ofLevel.map(({ stock, issued, labels }) => [stock === null ? null : stock - issued, labels]),
      ofLevel.map(({ codesLeft, labels }) => [codesLeft, labels]),
    ];
  },
  async grants(services) {
    const { pools } = await listCoupons(services);
    return [
      pools.map(({ name, cap, issued }) => [cap - issued, { pool: name }]),
      pools.map(({ name, today }) => [today && today.cap - today.issued, { pool: name }]),
    ];
  },
  async review({ queries, clock }) {
    const { pending, oldestSeconds } = await readReviewQueue(queries, clock);
    return [[[pending]], [[oldestSeconds ?? 0]]];
  },
  async uploadedReleases({ queries }) {
    const { releases, bytes } = await countUploaded(queries);
    return [[[releases]], [[bytes]]];
  },
  async configuration({ queries }) {
    const serials = await readConfigSerials(queries);
    return [serials.map(({ document, serial }) => [serial, { document }])];
  },
  async locks({ queries, database }) {
    // On one connection nothing waits for another's lock.
    const { waiting, longestSeconds } =
      database.kind === 'pglite' ? { waiting: null, longestSeconds: null } : await readLockWaits(queries);
    return [[[waiting]], [[longestSeconds]]];
  },
};

/** @returns reads the gauges of the whole database, at most every 5 s; never rejects */
export function createDatabaseCollectors(services: Services): () => Promise<void> {
  const collectors = Object.entries(services.metrics.database);
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<unknown> | null = null;
  return async () => {
    if (performance.now() - readAt < COLLECT_EVERY_MS) return;
    reading ??= Promise.all(
      collectors.map(([name, gauges]) => collect(name as Collector, gauges, services)), // `Object.entries` forgets the keys
    ).finally(() => {
      readAt = performance.now();
      reading = null;
    });
    await reading;
  };
}

/** Gauges are emptied first: after a failed read they are missing, not out of date. */
async function collect(collector: Collector, gauges: readonly Gauge[], services: Services): Promise<void> {
  const { metrics, log } = services;
  const values = await withinTime(reads[collector](services), COLLECT_LIMIT_MS).catch((error: unknown) => {
    metrics.collectorFailures.inc({ collector });
    log.warn({ event: 'collectorFailed', collector, fault: describeFault(error) });
    return null;
  });
  metrics.collectorUp.set({ collector }, values === null ? 0 : 1);
  gauges.forEach((gauge, index) => {
    gauge.reset();
    gauge.remove({}); // without labels it would be 0
    for (const [value, labels = {}] of values?.[index] ?? []) if (value !== null) gauge.set(labels, value);
  });
}
