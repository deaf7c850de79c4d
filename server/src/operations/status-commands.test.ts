import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, afterEach, expect, it } from 'vitest';
import { Client } from 'pg';
import { askOperator } from '../testing/operator.ts';
import { startPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { commands } from '../commands/all.ts';

const postgres = await startPostgres();
let server: TestServer;
afterEach(() => server.close());
afterAll(() => postgres?.stop());

async function status() {
  const [answer] = await askOperator(join(server.folder, 'operator.sock'), { command: 'status' });
  return v.parse(commands.status.answer, answer?.data);
}

it('tells database, disk, queue, upkeep and configuration of the process that answers', async () => {
  server = await startTestServer({ INSTANCE: 'north-1', UPKEEP_INTERVAL_MS: '1000' });
  await expect
    .poll(async () => (await status()).upkeep.every(({ doneSecondsAgo }) => doneSecondsAgo !== null))
    .toBe(true);
  const found = await status();
  expect(found).toMatchObject({
    instance: 'north-1',
    problems: ['no remote is registered: publish one'],
    database: { kind: 'pglite', reachable: true, migrations: { pending: [] } },
    review: { pending: 0, oldestSeconds: null },
  });
  expect(found.database.bytes).toBeGreaterThan(1_000_000);
  expect(found.disk.map(({ holds }) => holds)).toEqual(['database', 'uploads']);
  for (const { freeBytes, totalBytes } of found.disk) expect(freeBytes).toBeLessThanOrEqual(totalBytes);
  expect(found.upkeep.map(({ failures }) => failures).every((failures) => failures === 0)).toBe(true);
  expect(found.configuration.map(({ document }) => document)).toEqual([
    'registry',
    'settings',
    'draw',
    'grants',
    'teams',
  ]);
});

it('names what needs attention in the settings and the draw', async () => {
  server = await startTestServer();
  const file = { text: '{"windows":{"drwa":{}}}' };
  const [, weights] = await askOperator(
    join(server.folder, 'operator.sock'),
    { command: 'config apply', name: 'settings', file, replace: true },
    { command: 'draw set', level: 3, weight: 5, stock: 5, confirmed: true },
  );
  expect(weights).toMatchObject({ ok: true });
  const { problems, shares } = await status();
  expect(problems).toContainEqual(expect.stringMatching(/^settings: windows\.drwa: /));
  expect(problems).toContainEqual(expect.stringMatching(/^draw: level 3 /));
  expect(shares[3]).toMatchObject({ share: expect.stringMatching(/%$/) });
});

it('answers while the database is blocked', async () => {
  server = await startTestServer();
  let done = () => {};
  const blocking = server.queries.transaction(() => new Promise<void>((resolve) => (done = resolve)));
  expect(await status()).toMatchObject({ database: { kind: 'pglite', reachable: false }, review: null });
  done();
  await blocking;
});

it.skipIf(postgres === null)('shows how old the oldest transaction is', async () => {
  const url = (await postgres?.database('status')) ?? '';
  server = await startTestServer({ DATABASE_URL: url });
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select pg_sleep(1)');
  const found = await status();
  expect(found.database.oldestTransactionSeconds).toBeGreaterThanOrEqual(1);
  expect(found.disk.map(({ holds }) => holds)).toEqual(['uploads']);
  await holder.end();
});
