import { createApp } from './app.ts';
import { businessOffset } from './clock/business-offset.ts';
import { type Clock, clockWith } from './clock/clock.ts';
import type { Queries } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import type { Environment } from './environment.ts';
import { createLogger } from './log/create-logger.ts';
import { openOperatorSocket } from './operator/operator-socket.ts';
import { seedBusiness } from './seed/seed-business.ts';
import { seedDemonstration } from './seed/seed-demonstration.ts';
import type { Services } from './services.ts';
import { settingsWithoutFile } from './settings/server-settings.ts';
import { settingsFile } from './settings/settings-file.ts';
import { pruneNonces } from './verification/nonce.ts';

const PRUNE_EVERY_MS = 60_000;

export interface RunningServer {
  readonly url: string;
  readonly queries: Queries;
  readonly clock: Clock;
  /** Stops accepting, lets requests in flight finish, closes the database. */
  close(): Promise<void>;
}

/**
 * The whole server: database, first start, settings, HTTP, upkeep.
 * @param logTo where log lines go; standard output when left out
 */
export async function startServer(environment: Environment, logTo?: { write(line: string): void }): Promise<RunningServer> {
  const log = createLogger(environment.LOG_LEVEL, logTo);
  const database = await openDatabase(environment, () => log.warn({ event: 'databaseConnectionLost' }));
  try {
    const { queries } = database;
    const clock = await database.exclusively((first) => firstStart(first, environment));
    const settings = settingsFile(environment.SETTINGS_FILE, settingsWithoutFile(environment), (problem) =>
      problem === null ? log.info({ event: 'settingsRead' }) : log.warn({ event: 'settingsRefused', problem }),
    );
    const services: Services = { environment, queries, clock, settings, log };
    const operators = await openOperatorSocket(environment.OPERATOR_SOCKET, services);
    const app = await createApp(services, log);
    try {
      await app.listen({ port: environment.PORT, host: environment.HOST, listenTextResolver: () => 'listening' });
    } catch (error) {
      await operators.close();
      throw error;
    }

    const pruning = setInterval(() => {
      pruneNonces(queries, clock.real()).catch(() => log.warn({ event: 'nonceUpkeepFailed' }));
    }, PRUNE_EVERY_MS);
    const [address] = app.addresses();
    const port = typeof address === 'object' ? address.port : environment.PORT;
    log.info({ event: 'started', port, database: database.kind, businessOffsetMs: clock.business() - clock.real() });

    return {
      url: `http://localhost:${port}`,
      queries,
      clock,
      async close() {
        clearInterval(pruning);
        log.info({ event: 'ending' });
        await Promise.all([app.close(), operators.close()]);
        await database.close();
        log.info({ event: 'stopped' });
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** What the first start decides and every later one finds. */
async function firstStart(queries: Queries, environment: Environment): Promise<Clock> {
  const clock = clockWith(await businessOffset(queries, environment.DEMO_CLOCK));
  await seedBusiness(queries);
  if (environment.DEMO) await seedDemonstration(queries, clock);
  return clock;
}
