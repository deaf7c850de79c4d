import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { answeredCalls } from './activities/answered-calls.ts';
import { tidyUploads } from './activities/contest/sweep-pictures.ts';
import { createApp } from './app.ts';
import type { Clock } from './clock.ts';
import { type Configuration, openConfiguration } from './configuration/configuration.ts';
import { reconcileDocuments } from './configuration/reconcile.ts';
import type { Queries } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import { loadDemonstration } from './demonstration.ts';
import type { Environment } from './environment.ts';
import { firstStart } from './first-start.ts';
import { drain } from './http/drain.ts';
import { type AnsweredCall, pruneNonces } from './http/signed-calls.ts';
import { openCloudKeys } from './keys/cloud-keys.ts';
import { pruneCounts } from './limits/share-counts.ts';
import { countUsers } from './limits/user-counts.ts';
import { createLogger } from './log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { openOperators } from './operator/operator-socket.ts';
import { openStorage, type PictureStorage } from './picture-storage.ts';
import { createReadiness } from './readiness.ts';
import { followSettings } from './server-settings.ts';
import type { Services } from './services.ts';
import { pruneEvents } from './tracking.ts';
import { createUpkeep } from './upkeep.ts';
import { makeWritable } from './writable-folder.ts';

export interface RunningServer {
  readonly url: string;
  readonly queries: Queries;
  readonly clock: Clock;
  readonly services: Services;
  /**
   * Not ready at once, so that a balancer notices; after the grace the listeners drain.
   * @returns whether every request was answered
   */
  close(): Promise<boolean>;
}

/**
 * @param options.logTo default: standard output
 * @param options.storage default: by the environment
 * @param options.calls default: the product's signed calls
 */
export async function startServer(
  environment: Environment,
  {
    logTo,
    calls = answeredCalls,
    storage = openStorage(environment),
  }: {
    logTo?: { write(line: string): void };
    calls?: readonly AnsweredCall[];
    storage?: PictureStorage;
  } = {},
): Promise<RunningServer> {
  const log = createLogger(environment.LOG_LEVEL, logTo, { instance: environment.INSTANCE });
  const metrics = createMetrics();
  await makeFolders(environment);
  const cloudKeys = await openCloudKeys(environment, log);
  const onLost = {
    connection: () => log.warn({ event: 'databaseConnectionLost' }),
    directory() {
      log.error({ event: 'dataDirectoryLost' });
      process.exit(1);
    },
    lock: metrics.lockTimedOut,
  };
  const database = await openDatabase(environment, onLost, (await loadDemonstration(environment))?.requireOwnDatabase);
  const settings = followSettings(environment, log);
  let configuration: Configuration | undefined;
  try {
    const { queries, probes } = database;
    const clock = await database.exclusively(async (first) => {
      const started = await firstStart(first, environment, storage);
      await reconcileDocuments(first, started);
      return started;
    });
    configuration = await openConfiguration({ queries, clock, log }, { listenUrl: listenUrlOf(environment) });
    const readiness = createReadiness({ probes, clock, log });
    const userCounts = countUsers({ database: database.kind === 'postgresql' ? queries : null, clock, log });
    const upkeep = createUpkeep({ now: clock.real, log, metrics });
    const services: Services = {
      environment,
      database,
      queries,
      probes,
      readiness,
      userCounts,
      clock,
      cloudKeys,
      settings,
      configuration,
      storage,
      log,
      metrics,
      upkeep,
    };
    const operators = await openOperators(environment.OPERATOR_SOCKET, services);
    const app = await createApp(services, calls, log);
    try {
      await app.listen({ port: environment.PORT, host: environment.HOST, listenTextResolver: () => 'listening' });
    } catch (error) {
      await operators.close();
      throw error;
    }

    await readiness.compareClocks();
    upkeep.start(
      [
        { name: 'nonces', run: () => pruneNonces(queries, clock.real()) },
        { name: 'events', run: () => pruneEvents(queries, clock.real()) },
        { name: 'uploads', run: () => tidyUploads(services) },
        { name: 'clocks', run: readiness.compareClocks },
        { name: 'limits', run: () => pruneCounts(queries, clock.real()) },
      ],
      environment.UPKEEP_INTERVAL_MS,
    );
    const [address] = app.addresses();
    const port = typeof address === 'object' ? address.port : environment.PORT;
    log.info({ event: 'started', port, database: database.kind, businessOffsetMs: clock.business() - clock.real() });

    return {
      url: `http://localhost:${port}`,
      queries,
      clock,
      services,
      async close() {
        readiness.leave();
        log.info({ event: 'ending' });
        await delay(environment.SHUTDOWN_GRACE_MS);
        upkeep.close();
        settings.close();
        const [complete] = await Promise.all([
          drain([app], { limitMs: environment.SHUTDOWN_LIMIT_MS, log }),
          operators.close(),
        ]);
        userCounts.close();
        cloudKeys.close();
        await services.configuration.close();
        await database.close();
        log.info({ event: 'stopped' });
        return complete;
      },
    };
  } catch (error) {
    settings.close();
    cloudKeys.close();
    await configuration?.close();
    await database.close();
    throw error;
  }
}

/** `null`: only this process changes the embedded database. */
const listenUrlOf = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Environment): string | null =>
  DATABASE_URL === undefined ? null : (DATABASE_DIRECT_URL ?? DATABASE_URL);

/** At the start instead of at first use. @throws FolderNotWritable */
async function makeFolders({ DATABASE_URL, DATA_DIR, UPLOADS_DIR, OPERATOR_SOCKET }: Environment): Promise<void> {
  await makeWritable(dirname(OPERATOR_SOCKET), 'OPERATOR_SOCKET');
  await makeWritable(UPLOADS_DIR, 'UPLOADS_DIR');
  if (DATABASE_URL !== undefined) return;
  await makeWritable(dirname(DATA_DIR), 'DATA_DIR');
  await makeWritable(DATA_DIR, 'DATA_DIR');
}
