import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, expect, it } from 'vitest';
import { advisoryLocks, exclusively } from '../database/exclusive-connection.ts';
import { openPostgresql } from '../database/open-postgresql.ts';
import { rowsOf } from '../database/database.ts';
import { events } from '../history/tables.ts';
import { householdLines, importOver, jsonLines } from '../testing/import.ts';
import { startPostgres } from '../testing/postgres.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { startTestServer, testEnvironment } from '../testing/test-server.ts';
import { accounts, fridges, homes } from './tables.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

const OPERATIONS_TOKEN = 'operations-token-of-the-tests-0123456789';
const HOUSEHOLDS = 5_000;
const file = (name = '') =>
  jsonLines(...Array.from({ length: HOUSEHOLDS }, (_, at) => householdLines(at, name)).flat());
const everyKind = (counted: { added: number; unchanged: number }) => ({
  account: { ...counted, changed: 0, removed: 0 },
  home: { ...counted, changed: 0, removed: 0 },
  fridge: { ...counted, changed: 0, removed: 0 },
});

it.skipIf(postgres === null)(
  'of concurrent imports of the same file in two processes one goes in, and the others are refused',
  { timeout: 120_000 },
  async () => {
    const variables = { DATABASE_URL: (await postgres?.database('households')) ?? '' };
    const servers = [await startTestServer(variables), await startTestServer(variables)];
    try {
      const done = await Promise.allSettled(
        servers.flatMap(({ folder }) =>
          [file(), file()].map((each) => importOver(join(folder, 'operator.sock'), each)),
        ),
      );
      const refused = done.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
      const counts = done.flatMap((each) => (each.status === 'fulfilled' ? [each.value.counts] : []));
      for (const reason of refused) expect(reason).toContain('Another import of households is under way');
      for (const kind of ['account', 'home', 'fridge'] as const)
        expect(counts.reduce((sum, each) => sum + each[kind].added, 0)).toBe(HOUSEHOLDS);
      const imports = await servers[0]?.queries.$count(events, eq(events.command, 'households import'));
      expect([counts.length > 0, imports]).toEqual([true, counts.length]);
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  },
);

it.skipIf(postgres === null)('the feed answers 429 while another process imports', { timeout: 120_000 }, async () => {
  const url = (await postgres?.database('feed')) ?? '';
  const server = await startTestServer({ DATABASE_URL: url, OPERATIONS_TOKEN, LISTENERS: 'api,operations' });
  try {
    const feed = () =>
      fetch(`http://localhost:${server.ports.operations}/households`, {
        method: 'POST',
        body: jsonLines(...householdLines(1)).toString(),
        headers: { authorization: `Bearer ${OPERATIONS_TOKEN}` },
      });
    const refused = await exclusively({ connectionString: url }, advisoryLocks.householdImport, feed);
    expect([refused.status, await refused.json()]).toEqual([429, { error: expect.stringContaining('under way') }]);
    expect((await feed()).status).toBe(200);
  } finally {
    await server.close();
  }
});

it.skipIf(postgres === null)('an import goes on while another process migrates', { timeout: 120_000 }, async () => {
  const url = (await postgres?.database('migrating')) ?? '';
  const server = await startTestServer({ DATABASE_URL: url });
  try {
    const done = await exclusively({ connectionString: url }, advisoryLocks.migration, () =>
      importOver(join(server.folder, 'operator.sock'), file()),
    );
    expect(done).toMatchObject({ rejected: 0 });
  } finally {
    await server.close();
  }
});

it.skipIf(postgres === null)(
  'a server killed in the middle of an import leaves nothing of it, and a repeat completes it',
  { timeout: 120_000 },
  async () => {
    const url = (await postgres?.database('killed')) ?? '';
    const folder = await mkdtemp(join(tmpdir(), 'fridge-killed-'));
    const socket = join(folder, 'operator.sock');
    const variables = testEnvironment(folder, { DATABASE_URL: url, LOG_LEVEL: 'info' });
    const first = await startServerProcess(variables);
    const database = await openPostgresql(url, () => undefined);
    const cut = importOver(socket, file()).catch(() => null);
    const isUnderWay = async () => {
      const held = sql`select pid from pg_locks where locktype = 'advisory' and objid = ${advisoryLocks.householdImport}`;
      return (await rowsOf(database.queries, v.object({ pid: v.number() }), held)).length > 0;
    };
    await expect.poll(isUnderWay, { timeout: 20_000, interval: 5 }).toBe(true);
    await first.end('SIGKILL');
    expect(await cut).toBeNull();
    await expect.poll(isUnderWay, { timeout: 20_000 }).toBe(false);
    for (const table of [accounts, homes, fridges]) expect(await database.queries.$count(table)).toBe(0);
    expect(await database.queries.$count(events, eq(events.command, 'households import'))).toBe(0);

    const second = await startServerProcess(variables);
    expect(await importOver(socket, file())).toMatchObject({
      rejected: 0,
      counts: everyKind({ added: HOUSEHOLDS, unchanged: 0 }),
    });
    expect(await importOver(socket, file())).toMatchObject({ counts: everyKind({ added: 0, unchanged: HOUSEHOLDS }) });
    expect(await database.queries.$count(fridges)).toBe(HOUSEHOLDS);
    await database.close();
    await second.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  },
);
