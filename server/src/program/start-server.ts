import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { answeredCalls } from '../activities/answered-calls.ts';
import { createAnswers } from '../activities/campaign/answers.ts';
import { createDraws } from '../activities/draw/draws.ts';
import type { Clock } from './clock.ts';
import { openConfiguration } from '../documents/configuration.ts';
import { followFiles } from '../documents/follow-files.ts';
import { writeFirstVersions } from '../documents/versions.ts';
import type { Queries } from '../database/database.ts';
import { openDatabase } from '../database/open-database.ts';
import { loadDemonstration } from './demonstration.ts';
import { type Environment, type ListenerName, writtenFolders } from './environment.ts';
import { firstStart } from './first-start.ts';
import { openHostBuild } from '../releases/host-build.ts';
import { createNonces } from '../admission/nonces.ts';
import type { AnsweredCall } from '../admission/signed-calls.ts';
import { openCloudKeys } from '../operations/keys/cloud-keys.ts';
import { countUsers } from '../admission/counts.ts';
import { createLogger, openStandardOutput } from '../log/log.ts';
import {
  measureStorage,
  type ObjectStorage,
  openPictureStorage,
  openReleaseStorage,
} from '../storage/object-storage.ts';
import { createMetrics } from '../operations/metrics/metrics.ts';
import { closeListeners, openListeners } from './listeners.ts';
import { openSocket } from '../transports/socket.ts';
import { createReadiness } from '../operations/readiness.ts';
import { followRegistry } from '../releases/registry/follow-registry.ts';
import { readReleaseVersion } from './release-version.ts';
import type { Services } from './services.ts';
import { defaultSettings } from '../documents/settings/default-settings.ts';
import { openSettings } from '../documents/settings/live-settings.ts';
import { createIdentityKeys } from '../team-backends/identity-keys.ts';
import { openPageIdKey } from '../visits/page-id-key.ts';
import { createUpkeep } from './upkeep.ts';
import { upkeepJobs } from './upkeep-jobs.ts';
import { withinTime } from '../bounds/within-time.ts';
import { makeWritable } from '../storage/writable-folder.ts';

/** For the last lines of the log. */
const LOG_LIMIT_MS = 1_000;

export interface RunningServer {
  /** Of the API. */
  readonly url: string;
  /** By listener; 0 for one that is switched off. */
  readonly ports: Readonly<Record<ListenerName, number>>;
  readonly queries: Queries;
  readonly clock: Clock;
  readonly services: Services;
  /**
   * Not ready at once, so that a balancer notices, and every answer closes its connection, so that a proxy keeps none;
   * after the grace the listeners drain.
   * @returns whether every request was answered
   */
  close(): Promise<boolean>;
}

/**
 * @param options.logTo default: standard output
 * @param options.storage of pictures; default: by the environment
 * @param options.releaseStorage of uploaded releases; default: by the environment
 * @param options.calls default: the product's signed calls
 */
export async function startServer(
  environment: Environment,
  {
    logTo,
    calls = answeredCalls,
    storage = openPictureStorage(environment),
    releaseStorage = openReleaseStorage(environment),
  }: {
    logTo?: { write(line: string): void };
    calls?: readonly AnsweredCall[];
    storage?: ObjectStorage;
    releaseStorage?: ObjectStorage;
  } = {},
): Promise<RunningServer> {
  const metrics = createMetrics();
  const output = logTo === undefined ? openStandardOutput((lines) => metrics.linesDropped.inc(lines)) : null;
  const release = readReleaseVersion();
  metrics.build.set({ version: release?.version ?? 'unknown', commit: release?.commit ?? 'unknown' }, 1);
  const log = createLogger(environment.LOG_LEVEL, output ?? logTo, { instance: environment.INSTANCE });
  await makeFolders(environment);
  const cloudKeys = await openCloudKeys(environment, log);
  const onLost = {
    connection: () => log.warn({ event: 'databaseConnectionLost' }),
    directory() {
      log.error({ event: 'dataDirectoryLost' });
      process.exit(1);
    },
    lock: () => metrics.lockTimeouts.inc(),
  };
  const demonstration = await loadDemonstration(environment);
  const database = await openDatabase(environment, onLost, demonstration?.requireOwnDatabase);
  const apps: FastifyInstance[] = [];
  const closers: (() => unknown)[] = [() => cloudKeys.close(), () => database.close()];
  const close = async () => {
    for (const each of closers.toReversed()) await each();
  };
  try {
    const { queries, probes } = database;
    const clock = await database.exclusively(async (first) => {
      const started = await firstStart(first, environment, storage);
      await writeFirstVersions(first, started);
      return started;
    });
    const configuration = await openConfiguration({ queries, clock, log }, { listenUrl: listenUrlOf(environment) });
    closers.push(() => configuration.close());
    const files = await followFiles({ configuration, log }, filesOf(environment));
    closers.push(() => files.close());
    const registry = await followRegistry({ queries, configuration, log });
    closers.push(() => registry.close());
    const defaults = {
      ...defaultSettings(environment),
      ...demonstration?.demonstrationSettings(environment.COMPANION_APP_ORIGIN, clock.businessStart),
    };
    const settings = openSettings(defaults, { configuration, registry, log });
    closers.push(() => settings.close());
    const readiness = createReadiness({
      probes,
      clock,
      log,
      clockMeasured: (ms) => metrics.clockAhead.set(ms / 1_000),
    });
    const upkeep = createUpkeep({ now: clock.real, log, metrics });
    const services: Services = {
      environment,
      database,
      queries,
      probes,
      nonces: createNonces(queries),
      draws: createDraws(database, clock),
      answers: createAnswers(database, clock),
      readiness,
      userCounts: countUsers(clock),
      clock,
      cloudKeys,
      identityKeys: createIdentityKeys({ queries, clock }),
      pageIdKey: await openPageIdKey(queries),
      configuration,
      files,
      registry,
      settings,
      storage: measureStorage(storage, metrics),
      releaseStorage: measureStorage(releaseStorage, metrics),
      log,
      metrics,
      upkeep,
    };
    await demonstration?.publishBuilds(services);
    const operators = await openSocket(environment.OPERATOR_SOCKET, services);
    closers.push(() => operators.close());
    const hostBuild = await openHostBuild(services);
    const ports = await openListeners(services, calls, log, apps);

    await readiness.compareClocks();
    upkeep.start(upkeepJobs(services, hostBuild), environment.UPKEEP_INTERVAL_MS);
    const businessOffsetMs = clock.business() - clock.real();
    log.info({ event: 'started', release, ports, database: database.kind, businessOffsetMs });

    return {
      url: `http://localhost:${ports.api}`,
      ports,
      queries,
      clock,
      services,
      async close() {
        readiness.leave();
        for (const app of apps) app.closeAfterAnswers();
        log.info({ event: 'ending' });
        await delay(environment.SHUTDOWN_GRACE_MS);
        upkeep.close();
        const complete = await closeListeners(apps, { limitMs: environment.SHUTDOWN_LIMIT_MS, log });
        await close();
        log.info({ event: 'stopped' });
        await withinTime(output?.drained() ?? Promise.resolve(), LOG_LIMIT_MS).catch(() => undefined);
        return complete;
      },
    };
  } catch (error) {
    await Promise.all(apps.map((app) => app.close()));
    await close();
    throw error;
  }
}

/** Only the embedded database has files beside it. */
const filesOf = ({ DATABASE_URL, REGISTRY_FILE, SETTINGS_FILE }: Environment) =>
  DATABASE_URL === undefined ? { registry: REGISTRY_FILE, settings: SETTINGS_FILE } : {};

/** `null`: only this process changes the embedded database. */
const listenUrlOf = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Environment): string | null =>
  DATABASE_URL === undefined ? null : (DATABASE_DIRECT_URL ?? DATABASE_URL);

/** At the start instead of at first use. @throws FolderNotWritable */
async function makeFolders(environment: Environment): Promise<void> {
  for (const { variable, folder } of writtenFolders(environment)) {
    // The lock of the database lies beside its folder.
    if (variable === 'DATA_DIR') await makeWritable(dirname(folder), variable);
    await makeWritable(folder, variable);
  }
}
