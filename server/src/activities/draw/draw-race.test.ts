import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { raceDraws } from '../../testing/draw-race.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { longLimits, startTestServer, testEnvironment } from '../../testing/test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'fridge-draws-'));
const postgres = await startPostgres();
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it(
  '200 concurrent draws of 20 users stay within stocks, codes and chances, embedded',
  { timeout: 120_000 },
  async () => {
    const server = await startTestServer(longLimits);
    try {
      expect(await raceDraws(server.queries, [server.url], { users: 20 })).toEqual({ failed: 0 });
    } finally {
      await server.close();
    }
  },
);

it.skipIf(postgres === null)(
  '500 concurrent draws of 50 users stay within stocks, codes and chances, on PostgreSQL with two processes',
  { timeout: 120_000 },
  async () => {
    const variables = { ...longLimits, DATABASE_URL: (await postgres?.database('draws')) ?? '' };
    const [here, other] = await Promise.all([
      startTestServer(variables),
      startServerProcess(testEnvironment(folder, variables)),
    ]);
    try {
      expect(await raceDraws(here.queries, [here.url, other.url])).toEqual({ failed: 0 });
    } finally {
      expect(await other.end('SIGTERM')).toBe(0);
      await here.close();
    }
  },
);

it.skipIf(postgres === null)(
  '500 concurrent draws keep every answer and repeat none while PostgreSQL restarts under two processes',
  { timeout: 120_000 },
  async () => {
    const variables = {
      DATABASE_URL: (await postgres?.database('restarted')) ?? '',
      ADDRESS_LIMIT_PER_MINUTE: '1000000',
      RATE_LIMIT_PER_MINUTE: '100000',
    };
    const [here, other] = await Promise.all([
      startTestServer(variables),
      startServerProcess(testEnvironment(folder, variables)),
    ]);
    try {
      const interrupt = async (untilOneFails: () => Promise<unknown>) => {
        await postgres?.terminateConnections();
        await postgres?.restart(untilOneFails);
      };
      const { failed } = await raceDraws(here.queries, [here.url, other.url], { interrupt });
      expect(failed).toBeGreaterThan(0);
    } finally {
      expect(await other.end('SIGTERM')).toBe(0);
      await here.close();
    }
  },
);
