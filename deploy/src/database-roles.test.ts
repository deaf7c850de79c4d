import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATION_LOCK_MS } from '../../server/src/database/database.ts';
import { migratePostgresql } from '../../server/src/database/migrate-postgresql.ts';
import { householdLines, importOver, jsonLines } from '../../server/src/testing/import.ts';
import { startPostgres } from '../../server/src/testing/postgres.ts';
import { startTestServer } from '../../server/src/testing/test-server.ts';

const folder = join(import.meta.dirname, '../postgresql');
const PHONE = '13800138000';
const postgres = await startPostgres({ configFile: join(folder, 'fridge.conf') });
const clients: Client[] = [];
afterAll(async () => {
  for (const client of clients) await client.end();
  await postgres?.stop();
});

describe.skipIf(postgres === null)('a PostgreSQL with fridge.conf and roles.sql', () => {
  let administrator: Client;
  let program: Client;
  let programUrl: string;
  beforeAll(async () => {
    const url = new URL((await postgres?.database('postgresql', { empty: true })) ?? '');
    const as = async (user: string) => {
      url.pathname = 'fridge';
      url.username = user;
      const client = new Client({ connectionString: String(url) });
      await client.connect();
      clients.push(client);
      return client;
    };
    // Once more, as the containers do at each start.
    for (const password of ['secret-1', 'secret-2'])
      execFileSync('psql', ['--quiet', '--no-psqlrc', String(url)], {
        input: `\\set owner_password '${password}'\n\\set password '${password}'\n${readFileSync(join(folder, 'roles.sql'), 'utf8')}`,
      });
    administrator = await as('postgres');
    await as('fridge_owner');
    url.username = 'fridge_owner';
    await migratePostgresql({ connectionString: String(url) }, { lockTimeoutMs: MIGRATION_LOCK_MS });
    program = await as('fridge');
    programUrl = String(url);
  });

  it('lets the program read and write rows of what migrations made', async () => {
    await program.query('begin');
    await program.query(`insert into accounts (user_id, phone) values ('u1', '${PHONE}')`);
    await program.query(`update accounts set phone = '13900139000' where user_id = 'u1'`);
    expect((await program.query('delete from accounts where user_id is not null')).rowCount).toBe(1);
    await program.query('rollback');
  });

  it.each([
    'create table other (id int)',
    'create temporary table other (id int)',
    'create schema other',
    'alter table accounts add column other text',
    'drop table accounts',
    'truncate accounts',
    'create role other',
    'set role fridge_owner',
    'alter system set fsync = off',
    `copy accounts to program 'cat'`,
    `select pg_read_file('/etc/passwd')`,
    'create database other',
  ])('refuses it to %s', (statement) =>
    expect(program.query(statement)).rejects.toThrow(/permission denied|must be (owner|superuser)|only superusers/),
  );

  it('lets the program import households', { timeout: 60_000 }, async () => {
    const server = await startTestServer({ DATABASE_URL: programUrl });
    try {
      const done = await importOver(join(server.folder, 'operator.sock'), jsonLines(...householdLines(1)));
      expect(done).toMatchObject({ rejected: 0, counts: { fridge: { added: 1 } } });
    } finally {
      await server.close();
    }
  });

  it('gives no role but the administrator a right over others', async () => {
    const { rows } = await administrator.query(
      `select rolname from pg_roles where (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls) and rolname <> 'postgres'`,
    );
    expect(rows).toEqual([]);
  });

  it('logs that a value was there already, and not the value', async () => {
    const insert = 'insert into accounts (user_id, phone) values ($1, $2)';
    await program.query(insert, ['u2', PHONE]);
    await expect(program.query(insert, ['u3', PHONE])).rejects.toThrow(/duplicate key/);
    expect(postgres?.log()).toContain('duplicate key value violates unique constraint');
    expect(postgres?.log()).not.toMatch(new RegExp(`${PHONE}|secret-`));
  });

  it('ends a transaction that was left open', async () => {
    const { rows } = await program.query('show idle_in_transaction_session_timeout');
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10min' }]);
  });
});
