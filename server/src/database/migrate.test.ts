import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { StartRefused } from '../program/environment.ts';
import { startPostgres } from '../testing/postgres.ts';
import { startCommand, startServerProcess } from '../testing/server-process.ts';
import { testEnvironment } from '../testing/test-server.ts';
import { ATTEMPTS, migratePostgresql } from './migrate-postgresql.ts';
import { readMigrations } from './migrations.ts';

vi.setConfig({ testTimeout: 120_000 });

const postgres = await startPostgres();
const folder = mkdtempSync(join(tmpdir(), 'fridge-migrate-'));
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const migrations = readMigrations();
/** As a later release would bring it: it needs a lock on a table that calls read. */
const later = { name: '0001_later', hash: 'later', statements: ['alter table draw_prizes add column later text'] };

describe.skipIf(postgres === null)('migrations on PostgreSQL', () => {
  let databases = 0;
  let url = '';
  beforeEach(async () => {
    url = (await postgres?.database(`migrate_${(databases += 1)}`, { empty: true })) ?? '';
  });
  const environment = (variables: Record<string, string> = {}) =>
    testEnvironment(folder, { DATABASE_URL: url, ...variables });
  const run = async (command: string, variables: Record<string, string> = {}) =>
    (await startCommand([command], environment(variables))).ended;

  async function withClient<Result>(act: (client: Client) => Promise<Result>): Promise<Result> {
    const client = new Client({ connectionString: url, application_name: 'a long report' });
    await client.connect();
    try {
      return await act(client);
    } finally {
      await client.end();
    }
  }
  const ask = (query: string) =>
    withClient(async (client) => (await client.query<Record<string, unknown>>(query)).rows);
  const applied = () => ask('select hash from drizzle.__drizzle_migrations order by id');
  const tables = () => ask("select table_name from information_schema.tables where table_schema = 'public'");
  const journal =
    'create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);';

  it('are a command of their own, which serve asks for', async () => {
    await expect(startServerProcess(environment())).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringMatching(/^This database lacks migrations \(0000_first, .*main\.js migrate/),
    });
    expect(await tables()).toEqual([]);
    expect(await run('migrate')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Applied 0000_first.') });
    expect(await run('migrate')).toEqual({ exitCode: 0, stdout: 'The database was up to date.\n', stderr: '' });
    expect(await applied()).toEqual(migrations.map(({ hash }) => ({ hash })));
    const server = await startServerProcess(environment());
    expect(await server.end('SIGTERM')).toBe(0);
  });

  it('of a newer release are no reason for an older program not to serve', async () => {
    await run('migrate');
    await ask("insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)");
    const server = await startServerProcess(environment());
    expect(await server.end('SIGTERM')).toBe(0);
    expect(await run('migrate')).toMatchObject({ exitCode: 0, stdout: 'The database was up to date.\n' });
  });

  it.each([
    ['a table of another product', 'create table ledger (entry text)', 'a table public.ledger'],
    [
      'migrations of another product',
      'create schema drizzle; create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint); insert into drizzle.__drizzle_migrations (hash, created_at) values (1, 1)',
      'the migrations of another program',
    ],
  ])('refuse a database with %s, and write nothing', async (_, fill, found) => {
    await ask(fill);
    const before = await ask('select nspname from pg_namespace order by 1');
    const refusal = { exitCode: 1, stderr: expect.stringContaining(`another product: it holds ${found},`) };
    expect(await run('migrate')).toMatchObject(refusal);
    expect(await run('serve')).toMatchObject(refusal);
    expect(await run('serve', { MIGRATE_ON_START: '1' })).toMatchObject(refusal);
    expect(await run('serve', { DEMO: '1' })).toMatchObject(refusal);
    expect(await ask('select nspname from pg_namespace order by 1')).toEqual(before);
  });

  it('refuse a database of before the first release by name', async () => {
    await ask(
      `${journal} insert into drizzle.__drizzle_migrations (hash, created_at) values ('before', 1); create table business_clock (id integer)`,
    );
    for (const command of ['migrate', 'serve'])
      expect(await run(command)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringMatching(/from before its first release.*npm run reset.*DATABASE_URL/),
      });
  });

  it('leave whole migrations behind when they are killed in the middle', async () => {
    await ask(journal);
    const migrating = await withClient(async (client) => {
      await client.query('begin; lock table drizzle.__drizzle_migrations in share mode');
      const command = await startCommand(['migrate'], environment({ MIGRATION_LOCK_TIMEOUT_MS: '60000' }));
      await vi.waitFor(
        async () => expect(await ask("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).toHaveLength(1),
        { timeout: 30_000, interval: 100 },
      );
      command.kill('SIGKILL');
      await command.ended;
      return command.ended;
    });
    expect(migrating.exitCode).toBeNull();
    await vi.waitFor(
      async () =>
        expect(await ask("select 1 from pg_stat_activity where application_name = 'activities migrate'")).toEqual([]),
      { timeout: 30_000 },
    );
    expect(await tables()).toEqual([]);
    expect(await run('migrate')).toMatchObject({ exitCode: 0 });
    expect(await applied()).toHaveLength(migrations.length);
  });

  it("keep no call waiting for long, try again, and name who holds the lock but not that one's query", async () => {
    await run('migrate');
    const told: string[] = [];
    const migrate = () =>
      migratePostgresql(
        { connectionString: url },
        {
          migrations: [...migrations, later],
          lockTimeoutMs: 100,
          onWaiting: (name, holders) => told.push(`${name} waits for ${holders}`),
        },
      );
    await withClient(async (holder) => {
      await holder.query("begin; select 'a secret' from draw_prizes");
      const ended = new AbortController();
      const refused = migrate()
        .then(
          () => '',
          (error: unknown) => (error instanceof StartRefused ? error.message : ''),
        )
        .finally(() => ended.abort());
      await withClient(async (caller) => {
        await caller.query("set lock_timeout = '3s'");
        while (!ended.signal.aborted) await caller.query('select count(*) from draw_prizes');
      });
      expect(await refused).toMatch(
        new RegExp(
          `^The migration 0001_later found a table locked ${ATTEMPTS} times, each time for 100 ms: .*process \\d+ \\("a long report", idle in transaction\\)`,
        ),
      );
      expect(told[0]).toContain('0001_later waits for process');
      expect(told.join() + (await refused)).not.toContain('secret');
    });
    expect(await migrate()).toEqual(['0001_later']);
  });

  it('let two processes apply each once', async () => {
    const both = await Promise.all([run('migrate'), run('migrate')]);
    expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(await applied()).toEqual(migrations.map(({ hash }) => ({ hash })));
  });

  it('replace a procedure whose text has changed, beside those of the former release', async () => {
    await run('migrate');
    const draw = migrations.find(({ name }) => name === 'draw');
    if (draw === undefined) throw new Error('there is no draw');
    const changed = { ...draw, hash: 'changed' };
    const changing = { migrations: [...migrations.filter((each) => each !== draw), changed], lockTimeoutMs: 1_000 };
    expect(await migratePostgresql({ connectionString: url }, changing)).toEqual(['draw']);
    expect(await ask("select proname from pg_proc where proname = 'draw'")).toHaveLength(1);
    expect(await run('migrate')).toMatchObject({ stdout: 'The database was up to date.\n' });
  });
});

it('an unknown command is refused with the list', async () => {
  for (const parameters of [['serf'], ['migrate', 'now'], ['toString']]) {
    const { exitCode, stderr } = await (await startCommand(parameters, {})).ended;
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^There is no command[^]*serve[^]*migrate/)]);
  }
  const { exitCode, stdout } = await (await startCommand(['--help'], {})).ended;
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/serve[^]*migrate/)]);
});
