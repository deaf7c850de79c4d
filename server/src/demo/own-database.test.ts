import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../testing/postgres.ts';
import { startTestServer } from '../testing/test-server.ts';
import { demoHouseholds } from './demo-households.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

describe.skipIf(postgres === null)('the demonstration, with a DATABASE_URL', { timeout: 60_000 }, () => {
  let databases = 0;
  const database = async () => (await postgres?.database(`own_${(databases += 1)}`, { empty: true })) ?? '';
  const start = (url: string, DEMO: '0' | '1' = '1') =>
    startTestServer({ DATABASE_URL: url, DEMO, MIGRATE_ON_START: '1' });
  const startAndEnd = async (url: string, DEMO: '0' | '1' = '1') => (await start(url, DEMO)).close();

  async function ask<Row>(url: string, query: string): Promise<Row[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(query)).rows as Row[]; // the test's own queries
    } finally {
      await client.end();
    }
  }
  /** All rows of the database, without sequences. */
  const contents = async (url: string) => {
    const tables = await ask<{ name: string }>(
      url,
      "select table_schema || '.' || table_name as name from information_schema.tables where table_schema in ('public', 'drizzle') order by 1",
    );
    return Promise.all(tables.map(async ({ name }) => [name, await ask(url, `select * from ${name}`)]));
  };

  it('starts on an empty database, and again on its own', async () => {
    const url = await database();
    await startAndEnd(url);
    await startAndEnd(url);
    expect(await ask(url, 'select user_id from accounts')).toHaveLength(demoHouseholds.length);
  });

  it.each([
    ['that a server of the product has started on', (url: string) => startAndEnd(url, '0')],
    [
      'of somebody else',
      (url: string) => ask(url, "create table ledger (entry text); insert into ledger values ('rent')"),
    ],
    [
      'of its own that was put to use since',
      async (url: string) => {
        await startAndEnd(url);
        await startAndEnd(url, '0');
      },
    ],
  ])('refuses a database %s, before anything is written', async (_, fill) => {
    const url = await database();
    await fill(url);
    const before = await contents(url);
    await expect(start(url)).rejects.toThrow('This database holds what the demonstration did not make');
    expect(await contents(url)).toEqual(before);
  });
});
