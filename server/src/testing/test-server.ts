import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from '../program/environment.ts';
import type { AnsweredCall } from '../admission/signed-calls.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import { type RunningServer, startServer } from '../program/start-server.ts';
import { layEmbeddedDatabase } from './embedded-database.ts';

export const testKeys = {
  CLOUD_KEY: 'the cloud key of the tests, 32 bytes',
  SIGNING_KEY: 'the signing key of the tests',
  REPORT_LINK_KEY: '0123456789abcdef',
} as const;
export const testOrigin = 'https://host.example';

/** The contest is open for weeks. */
export const contestClock = { DEMO_CLOCK: '2021-09-01T10:00:00+08:00' };

/** In the middle of the campaign's window. */
export const testClock = '2023-08-01T10:00:00+08:00';

/** Limits for races: hundreds of concurrent calls on one machine have to succeed. */
export const longLimits = {
  ANSWER_TIME_LIMIT_MS: '60000',
  DATABASE_CONNECT_TIMEOUT_MS: '60000',
  DATABASE_LOCK_TIMEOUT_MS: '60000',
  DATABASE_STATEMENT_TIMEOUT_MS: '60000',
  ADDRESS_LIMIT_PER_MINUTE: '1000000',
};

export interface TestServer extends RunningServer {
  /** Removed on close. */
  readonly folder: string;
  /** Its log lines. */
  readonly logged: string[];
}

/** Starts a server in this process on a free port, with a temporary embedded database by default. */
export async function startTestServer(
  variables: Record<string, string> = {},
  calls?: readonly AnsweredCall[],
  storage?: ObjectStorage,
  releaseStorage?: ObjectStorage,
): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), 'fridge-server-'));
  const logged: string[] = [];
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const environment = readEnvironment(testEnvironment(folder, variables));
    if (environment.DATABASE_URL === undefined && !existsSync(environment.DATA_DIR))
      await layEmbeddedDatabase(environment.DATA_DIR);
    const server = await startServer(environment, {
      logTo: { write: (line) => logged.push(line) },
      ...(calls && { calls }),
      ...(storage && { storage }),
      ...(releaseStorage && { releaseStorage }),
    });
    return {
      ...server,
      folder,
      logged,
      async close() {
        const complete = await server.close();
        await remove();
        return complete;
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

export function testEnvironment(folder: string, variables: Record<string, string>): Record<string, string> {
  return {
    ...testKeys,
    PORT: '0',
    LISTENERS: 'api',
    PUBLIC_HOST_ORIGIN: testOrigin,
    PUBLIC_API_ORIGIN: 'http://api.example',
    STATE_DIR: folder,
    DEMO_CLOCK: testClock,
    SHUTDOWN_GRACE_MS: '0',
    ...variables,
  };
}
