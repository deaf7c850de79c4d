import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { eq } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { advisoryLocks, exclusively } from '../database/exclusive-connection.ts';
import { openPostgresql } from '../database/open-postgresql.ts';
import { events } from '../history/tables.ts';
import { householdLines, importOver, jsonLines } from '../testing/import.ts';
import { startPostgres } from '../testing/postgres.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { startTestServer, testEnvironment } from '../testing/test-server.ts';
import { accounts, fridges, homes } from './tables.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

const HOUSEHOLDS = 1_500;
const file = (name = '') =>
  jsonLines(...Array.from({ length: HOUSEHOLDS }, (_, at) => householdLines(at, name)).flat());
const everyKind = (counted: { added: number; unchanged: number }) => ({
  account: { ...counted, changed: 0, removed: 0 },
  home: { ...counted, changed: 0, removed: 0 },
  fridge: { ...counted, changed: 0, removed: 0 },
});

it.skipIf(postgres === null)(
  'concurrent imports of the same file in two processes add each household once, in any order',
  { timeout: 120_000 },
  async () => {
    const variables = { DATABASE_URL: (await postgres?.database('households')) ?? '' };
    const servers = [await startTestServer(variables), await startTestServer(variables)];
    try {
      const reversed = jsonLines(...file().toString().trimEnd().split('\n').toReversed());
      const done = await Promise.all(
        servers.flatMap(({ folder }) =>
          [file(), reversed].map((each) => importOver(join(folder, 'operator.sock'), each)),
        ),
      );
      expect(done.filter(({ stopped, rejected }) => stopped !== null || rejected > 0)).toEqual([]);
      for (const kind of ['account', 'home', 'fridge'] as const)
        expect(done.reduce((sum, { counts }) => sum + counts[kind].added, 0)).toBe(HOUSEHOLDS);
      expect(await servers[0]?.queries.$count(events, eq(events.command, 'households import'))).toBe(4);
    } finally {
      await Promise.all(servers.map((server) => server.close()));
    }
  },
);

it.skipIf(postgres === null)('an import goes on while another process migrates', { timeout: 120_000 }, async () => {
  const url = (await postgres?.database('migrating')) ?? '';
  const server = await startTestServer({ DATABASE_URL: url });
  try {
    const done = await exclusively({ connectionString: url }, advisoryLocks.migration, () =>
      importOver(join(server.folder, 'operator.sock'), file()),
    );
    expect(done).toMatchObject({ stopped: null, rejected: 0 });
  } finally {
    await server.close();
  }
});

it.skipIf(postgres === null)(
  'phones that concurrent imports exchange to and fro end with one of them',
  { timeout: 120_000 },
  async () => {
    const server = await startTestServer({ DATABASE_URL: (await postgres?.database('phones')) ?? '' });
    try {
      const phonesFrom = (first: number) =>
        jsonLines(
          ...Array.from({ length: 600 }, (_, at) => ({
            account: { userId: `U-${at}`, phone: `139${String((at + first) % 600).padStart(8, '0')}` },
          })),
        );
      const done = await Promise.all(
        [0, 1, 299, 300].map((first) => importOver(join(server.folder, 'operator.sock'), phonesFrom(first))),
      );
      expect(done.filter(({ stopped, rejected }) => stopped !== null || rejected > 0)).toEqual([]);
      const rows = await server.queries.select().from(accounts);
      expect(new Set(rows.map(({ phone }) => phone)).size).toBe(600);
    } finally {
      await server.close();
    }
  },
);

it.skipIf(postgres === null)(
  'a server killed in the middle of an import leaves whole parts, and a repeat completes it',
  { timeout: 120_000 },
  async () => {
    const url = (await postgres?.database('killed')) ?? '';
    const folder = await mkdtemp(join(tmpdir(), 'fridge-killed-'));
    const socket = join(folder, 'operator.sock');
    const variables = testEnvironment(folder, { DATABASE_URL: url, LOG_LEVEL: 'info' });
    const first = await startServerProcess(variables);
    let killed: Promise<unknown> | undefined;
    const cut = await importOver(socket, file(), {
      onProgress: (lines) => (killed ??= lines >= 1_000 ? first.end('SIGKILL') : undefined),
    });
    await killed;
    expect(cut.stopped).not.toBeNull();

    const database = await openPostgresql(url, () => undefined);
    const stored = await Promise.all([accounts, homes, fridges].map((table) => database.queries.$count(table)));
    const rows = stored.reduce((sum, count) => sum + count, 0);
    expect(rows % 1_000).toBe(0);
    expect(rows).toBeGreaterThanOrEqual(1_000);
    expect(rows).toBeLessThan(3 * HOUSEHOLDS);
    const [action] = await database.queries.select().from(events).where(eq(events.command, 'households import'));
    expect(action).toMatchObject({ changes: [{ after: `${rows} added, 0 changed, 0 removed` }] });

    const second = await startServerProcess(variables);
    const done = await importOver(socket, file());
    expect(done).toMatchObject({ stopped: null, rejected: 0 });
    expect(await importOver(socket, file())).toMatchObject({ counts: everyKind({ added: 0, unchanged: HOUSEHOLDS }) });
    expect(await database.queries.$count(fridges)).toBe(HOUSEHOLDS);
    await database.close();
    await second.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  },
);
