import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { raceDraws } from '../../testing/draw-race.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { startServerProcess } from '../../testing/server-process.ts';
import { startTestServer, testEnvironment } from '../../testing/test-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'fridge-draws-'));
const postgres = await startPostgres();
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('500 draws at once over 50 users stay within stocks, codes and chances, embedded', { timeout: 120_000 }, async () => {
  const server = await startTestServer();
  try {
    await raceDraws(server.queries, [server.url]);
  } finally {
    await server.close();
  }
});

it.skipIf(postgres === null)('500 draws at once over 50 users stay within stocks, codes and chances, on PostgreSQL with two processes', { timeout: 120_000 }, async () => {
  const url = (await postgres?.database('draws')) ?? '';
  const here = await startTestServer({ DATABASE_URL: url });
  const other = await startServerProcess(testEnvironment(folder, { DATABASE_URL: url }));
  try {
    await raceDraws(here.queries, [here.url, other.url]);
  } finally {
    expect(await other.end('SIGTERM')).toBe(0);
    await here.close();
  }
});
