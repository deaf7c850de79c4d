import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../program/environment.ts';
import { startPooler } from '../testing/pooler.ts';
import { startPostgres } from '../testing/postgres.ts';
import { testEnvironment } from '../testing/test-server.ts';
import { defaultDatabaseLimits, isUnavailable, rowsOf } from './database.ts';
import { openDatabase } from './open-database.ts';
import { openPostgresql } from './open-postgresql.ts';

const postgres = await startPostgres();
const direct = (await postgres?.database('pooled')) ?? '';
const limits = { ...defaultDatabaseLimits, lockMs: 200, statementMs: 1_000 };
const pooler = postgres && (await startPooler(direct, { connectQuery: shippedQuery(limits) }));
const withoutLimits = postgres && (await startPooler(direct));
afterAll(async () => {
  await Promise.all([pooler?.stop(), withoutLimits?.stop()]);
  await postgres?.stop();
});

/** What `deploy/` tells PgBouncer, with a test's shorter limits. */
function shippedQuery({ lockMs, statementMs }: typeof limits): string {
  const shipped = readFileSync(join(import.meta.dirname, '../../../deploy/pgbouncer/pgbouncer.ini'), 'utf8');
  const query = /^fridge = .*connect_query='([^']+)'$/m.exec(shipped)?.[1] ?? '';
  expect(query).toContain(`lock_timeout = ${defaultDatabaseLimits.lockMs};`);
  expect(query).toContain(`statement_timeout = ${defaultDatabaseLimits.statementMs};`);
  return query
    .replace(`lock_timeout = ${defaultDatabaseLimits.lockMs}`, `lock_timeout = ${lockMs}`)
    .replace(`statement_timeout = ${defaultDatabaseLimits.statementMs}`, `statement_timeout = ${statementMs}`);
}

const open = () => openPostgresql(pooler?.url ?? '', () => undefined, limits, { connectionString: direct });

const pid = v.object({ pid: v.number() });

describe.skipIf(pooler === null)('behind PgBouncer in transaction mode', () => {
  it('serves more connections than the pooler has, each statement and transaction within the limits', async () => {
    const database = open();
    try {
      const settings = sql`select name, setting from pg_settings where name ~ '^(lock|statement|idle_in_transaction_session)_timeout$' order by name`;
      const row = v.object({ name: v.string(), setting: v.string() });
      const work = Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0
          ? rowsOf(database.queries, row, settings)
          : database.queries.transaction((transaction) => rowsOf(transaction, row, settings)),
      );
      for (const found of await Promise.all(work))
        expect(found.map(({ setting }) => setting)).toEqual(['5000', '200', '1000']);
      const busy = await rowsOf(
        database.queries,
        pid,
        sql`select distinct pid from pg_stat_activity where application_name like 'activities%'`,
      );
      expect(busy.length).toBeLessThanOrEqual(2);
    } finally {
      await database.close();
    }
  });

  it('gives up a lock that another holds, and leaves the connection to the next', async () => {
    const database = open();
    try {
      const lock = sql`lock table works in exclusive mode`;
      const refused = await database.queries.transaction(async (holder) => {
        await holder.execute(lock);
        return database.queries
          .transaction((waiting) => waiting.execute(lock))
          .then(
            () => null,
            (error: unknown) => error,
          );
      });
      expect(isUnavailable(refused)).toBe(true);
      await database.queries.transaction((next) => next.execute(lock));
    } finally {
      await database.close();
    }
  });

  it('takes locks of a connection past the pooler', async () => {
    const database = open();
    try {
      const both = await Promise.all(
        [1, 2].map(() =>
          database.exclusively(async (queries) => {
            const [holder] = await rowsOf(
              database.queries,
              pid,
              sql`select pid from pg_locks where locktype = 'advisory' and granted`,
            );
            const [own] = await rowsOf(queries, pid, sql`select pg_backend_pid() as pid`);
            return holder?.pid === own?.pid;
          }),
        ),
      );
      expect(both).toEqual([true, true]);
    } finally {
      await database.close();
    }
  });

  it("doesn't start behind one that has other limits, and says what to put where", async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fridge-pooler-'));
    const environment = readEnvironment(
      testEnvironment(folder, { DATABASE_URL: withoutLimits?.url ?? '', DATABASE_DIRECT_URL: direct }),
    );
    const lost = { connection: () => undefined, directory: () => undefined, lock: () => undefined };
    await expect(openDatabase(environment, lost)).rejects.toThrow(
      /set lock_timeout = 0;.*connect_query='set lock_timeout = 3000; set statement_timeout = 5000;/,
    );
    rmSync(folder, { recursive: true });
  });
});
