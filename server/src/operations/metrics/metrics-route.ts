import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, type Gauge, Registry } from 'prom-client';
import { listCoupons } from '../../activities/campaign/coupon-commands.ts';
import { listDraw } from '../../activities/draw/list-draw.ts';
import { joinedRun } from '../../bounds/shared-run.ts';
import { withinTime } from '../../bounds/within-time.ts';
import { waitingForBatches } from '../../database/batches.ts';
import { documentNames } from '../../documents/documents.ts';
import { requireOperationsClient } from '../../edge/operations-client.ts';
import { describeFault } from '../../log/log.ts';
import type { Services } from '../../program/services.ts';
import { countUploaded } from '../../releases/file-store.ts';
import { unreadyReasons } from '../readiness.ts';
import { readConfigSerials, readLockWaits, readReviewQueue } from './database-state.ts';
import type { Metrics } from './metrics.ts';

/** A read that takes longer has failed: a scrape is answered in time whatever the database does. */
const COLLECT_LIMIT_MS = 2_000;
/** Scrapes within this time share one read. */
const COLLECT_EVERY_MS = 5_000;

type Collector = keyof Metrics['scraped'];

/** A gauge's values; `null`: missing. */
type Values = readonly (readonly [value: number | null, label?: string])[];

/** The values of a collector's gauges, in their order. */
const reads: Readonly<Record<Collector, (services: Services) => Promise<readonly Values[]>>> = {
  async process({ database, configuration, readiness }) {
    const unready = await readiness.reason();
    const load = database.load();
    return [
      load === null
        ? []
        : [
            [load.inUse, 'inUse'],
            [load.idle, 'idle'],
          ],
      [[load?.waiting ?? null]],
      Object.entries(load?.transactions ?? {}).map(([state, transactions]) => [transactions, state]),
      [...waitingForBatches()].map(([queue, asks]) => [asks, queue]),
      documentNames.map((name) => [configuration.current(name).serial, name]),
      unreadyReasons.map((reason) => [reason === unready ? 1 : 0, reason]),
    ];
  },
  async prizes({ queries }) {
    const { outcomes } = await listDraw(queries);
    return [
      outcomes.map(({ level, stock, issued }) => [stock === null ? null : stock - issued, String(level)]),
      outcomes.map(({ level, codesLeft }) => [codesLeft, String(level)]),
    ];
  },
  async grants(services) {
    const { pools } = await listCoupons(services);
    return [
      pools.map(({ name, cap, issued }) => [cap - issued, name]),
      pools.map(({ name, today }) => [today && today.cap - today.issued, name]),
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
    return [serials.map(({ document, serial }) => [serial, document])];
  },
  async locks({ queries, database }) {
    // On one connection nothing waits for another's lock.
    const { waiting, longestSeconds } =
      database.kind === 'pglite' ? { waiting: null, longestSeconds: null } : await readLockWaits(queries);
    return [[[waiting]], [[longestSeconds]]];
  },
};

/**
 * `GET /metrics` of the operations listener, in the text format of Prometheus. Each of many processes is scraped by
 * itself. Never fails because of the database: `fridge_collector_up` tells.
 */
export async function metricsRoute(app: FastifyInstance, services: Services): Promise<void> {
  const { metrics, environment } = services;
  const { process: _, ...ofDatabase } = metrics.scraped;
  const names = Object.keys(ofDatabase) as (keyof typeof ofDatabase)[]; // `Object.keys` forgets them
  let readAt = Number.NEGATIVE_INFINITY;
  const collectDatabase = joinedRun(async () => {
    if (performance.now() - readAt < COLLECT_EVERY_MS) return;
    await Promise.all(names.map((name) => collect(name, services)));
    readAt = performance.now();
  });
  app.get('/metrics', { onRequest: requireOperationsClient(environment) }, async (_request, reply) => {
    await collectDatabase();
    // After those reads, which use connections themselves.
    set(metrics.scraped.process, await reads.process(services));
    const merged = Registry.merge([metrics.registry, metricsOfNode()]);
    return reply
      .type(merged.contentType)
      .header('cache-control', 'no-store')
      .send(await merged.metrics());
  });
}

async function collect(collector: Exclude<Collector, 'process'>, services: Services): Promise<void> {
  const { metrics, log } = services;
  const values = await withinTime(reads[collector](services), COLLECT_LIMIT_MS).catch((error: unknown) => {
    metrics.collectorFailures.inc({ collector });
    log.warn({ event: 'collectorFailed', collector, fault: describeFault(error) });
    return null;
  });
  metrics.collectorUp.set({ collector }, values === null ? 0 : 1);
  set(metrics.scraped[collector], values ?? []);
}

/** Gauges are emptied first: after a failed read they are missing, not out of date. */
function set(gauges: readonly Labelled[], values: readonly Values[]): void {
  for (const [index, gauge] of gauges.entries()) {
    gauge.reset();
    gauge.remove({}); // without labels it would be 0
    const { labelNames: [name = ''] = [] } = gauge;
    for (const [value, label] of values[index] ?? [])
      if (value !== null) gauge.set(label === undefined ? {} : { [name]: label }, value);
  }
}

/** It has its label's name, which its type doesn't tell. */
type Labelled = Gauge & { readonly labelNames?: readonly string[] };

let ofNode: Registry | undefined;

/** Memory, CPU and event loop of this process, measured once however many servers run in it. */
function metricsOfNode(): Registry {
  if (ofNode !== undefined) return ofNode;
  ofNode = new Registry();
  collectDefaultMetrics({ register: ofNode });
  return ofNode;
}
