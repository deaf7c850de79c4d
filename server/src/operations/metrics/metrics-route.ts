import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { documentNames } from '../../documents/documents.ts';
import { waitingForBatches } from '../../database/batches.ts';
import { requireOperationsClient } from '../../edge/operations-client.ts';
import { unreadyReasons } from '../readiness.ts';
import type { Services } from '../../program/services.ts';
import { createDatabaseCollectors } from './database-metrics.ts';
import { processMetrics } from './process-metrics.ts';

/**
 * `GET /metrics` of the operations listener, in the text format of Prometheus. Each of many processes is scraped by
 * itself. Never fails because of the database: `fridge_collector_up` tells.
 */
export async function metricsRoute(app: FastifyInstance, services: Services): Promise<void> {
  const { metrics, database, configuration, environment, readiness } = services;
  const collect = createDatabaseCollectors(services);
  app.get('/metrics', { onRequest: requireOperationsClient(environment) }, async (_request, reply) => {
    const [unready] = await Promise.all([readiness.reason(), collect()]);
    for (const reason of unreadyReasons) metrics.unready.set({ reason }, reason === unready ? 1 : 0);
    const load = database.load();
    if (load !== null) {
      metrics.poolConnections.set({ state: 'inUse' }, load.inUse);
      metrics.poolConnections.set({ state: 'idle' }, load.idle);
      metrics.poolWaiting.set(load.waiting);
      metrics.transactions.set({ state: 'running' }, load.transactions.running);
      metrics.transactions.set({ state: 'waiting' }, load.transactions.waiting);
    }
    for (const [queue, asks] of waitingForBatches()) metrics.batchWaiting.set({ queue }, asks);
    for (const name of documentNames) metrics.serialInForce.set({ document: name }, configuration.current(name).serial);
    const merged = Registry.merge([metrics.registry, processMetrics()]);
    return reply
      .type(merged.contentType)
      .header('cache-control', 'no-store')
      .send(await merged.metrics());
  });
}
