import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import * as v from 'valibot';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawAudit } from '../activities/draw/tables.ts';
import { copy } from './copy.ts';
import { DEFAULT_ANSWER_LIMIT_MS, defaultDatabaseLimits, IDLE_IN_TRANSACTION_MS } from '../database/database.ts';
import { callAs } from '../testing/client.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts';
import { addHousehold, addHouseholds, type TestHousehold } from '../testing/households.ts';
import { startPostgres } from '../testing/postgres.ts';
import { startTestServer, testClock, type TestServer } from '../testing/test-server.ts';
import { READY_LIMIT_MS } from '../operations/readiness.ts';

/** Each test starts a server. */
vi.setConfig({ testTimeout: 60_000 });

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

/** A page's time limit per call (architecture, "The wire"). */
const CLIENT_LIMIT_MS = 10_000;

const failed = { code: 500, msg: copy['server.internal'], data: null };
const ok = { status: 200, body: { code: 0, msg: '', data: { status: 'ok', businessStart: testClock } } };
const unavailable = {
  status: 503,
  body: { ...failed, data: { status: 'unavailable', reason: 'database', runbook: 'docs/runbook.md#not-ready' } },
};

let server: TestServer;
afterEach(() => server.close());

async function ask(path: '/health' | '/live' | '/ready'): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server.url}${path}`);
  return { status: response.status, body: await response.json() };
}

const rowsSchema = v.object({ rows: v.array(v.unknown()) });

describe('on the embedded database', () => {
  beforeEach(async () => {
    server = await startTestServer();
  });

  it('/health reports readiness and the business start, /live that the process answers', async () => {
    expect(await ask('/health')).toEqual(ok);
    expect(await ask('/ready')).toEqual(ok);
    expect(await ask('/live')).toEqual({ status: 200, body: { code: 0, msg: '', data: { status: 'ok' } } });
  });

  it('probes are answered by each listener that is open', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fridge-listeners-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><head></head>');
    const all = await startTestServer({ LISTENERS: 'host,api,releases,operations', HOST_FILES: folder });
    try {
      for (const port of Object.values(all.ports))
        for (const path of ['/live', '/ready', '/health'])
          expect([port, path, (await fetch(`http://localhost:${port}${path}`)).status]).toEqual([port, path, 200]);
      expect(new Set(Object.values(all.ports)).size).toBe(4);
    } finally {
      await all.close();
      await rm(folder, { recursive: true });
    }
  });

  it('/health fails while a transaction blocks all others; /live succeeds', async () => {
    let done = () => {};
    const blocking = server.queries.transaction(() => new Promise<void>((resolve) => (done = resolve)));
    // Answered while the transaction still holds its lock.
    expect(await Promise.all([ask('/health'), ask('/health')])).toEqual([unavailable, unavailable]);
    expect((await ask('/live')).status).toBe(200);
    done();
    await blocking;
    expect(await ask('/health')).toEqual(ok);
    const events = server.logged.map((line): unknown => Reflect.get(Object(JSON.parse(line)), 'event'));
    expect(events.filter((event) => event === 'notReady' || event === 'readyAgain')).toEqual([
      'notReady',
      'readyAgain',
    ]);
  });
});

/** Shorter than the defaults, so that tests wait less. */
const shortLimits = {
  DATABASE_CONNECT_TIMEOUT_MS: '1500',
  DATABASE_LOCK_TIMEOUT_MS: '1000',
  DATABASE_STATEMENT_TIMEOUT_MS: '1000',
  ANSWER_TIME_LIMIT_MS: '4000',
};

describe.skipIf(postgres === null)('on PostgreSQL', () => {
  let databases = 0;
  let url: string;
  let proxy: DatabaseProxy;
  let household: TestHousehold;
  const start = async (variables: Record<string, string> = shortLimits) => {
    url = (await postgres?.database(`health_${(databases += 1)}`)) ?? '';
    proxy = await startDatabaseProxy(url);
    server = await startTestServer({ DATABASE_URL: proxy.url, ...variables });
    household = await addHousehold(server.queries, { drawsLeft: 100 });
  };
  afterEach(async () => {
    proxy.thaw();
    await proxy.close();
  });
  const prizes = () => callAs(household, server.url, drawCalls.getMyPrize);

  /** Holds locks from outside, as another process would. */
  async function whileHolding(lock: string, act: () => Promise<void>): Promise<void> {
    const holder = new Client({ connectionString: url });
    await holder.connect();
    try {
      await holder.query('begin');
      await holder.query(lock);
      await act();
    } finally {
      await holder.end();
    }
  }

  it('sets every limit on its connections', async () => {
    await start({});
    const { poolSize, ...waits } = defaultDatabaseLimits;
    const found = await server.queries.execute(
      sql`select name, setting::int as ms from pg_settings where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
    );
    expect(v.parse(rowsSchema, found).rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', ms: IDLE_IN_TRANSACTION_MS },
      { name: 'lock_timeout', ms: waits.lockMs },
      { name: 'statement_timeout', ms: waits.statementMs },
    ]);
    for (const ms of [...Object.values(waits), IDLE_IN_TRANSACTION_MS, READY_LIMIT_MS])
      expect(ms).toBeLessThan(DEFAULT_ANSWER_LIMIT_MS);
    expect(DEFAULT_ANSWER_LIMIT_MS).toBeLessThan(CLIENT_LIMIT_MS);
    await Promise.all(Array.from({ length: 40 }, prizes));
    // And one each for probes and for following changes.
    expect(proxy.count()).toBeLessThanOrEqual(poolSize + 2);
  });

  it.each([
    ['reading accounts', 'lock table accounts in access exclusive mode'],
    ['writing nonces', 'lock table nonces in share mode'],
  ])("isn't ready while a lock prevents %s, and calls fail before it is released", async (_, lock) => {
    await start();
    await whileHolding(lock, async () => {
      expect(await Promise.all([ask('/health'), prizes()])).toEqual([unavailable, failed]);
      expect((await ask('/live')).status).toBe(200);
    });
    expect((await prizes()).code).toBe(0);
    expect(await ask('/health')).toEqual(ok);
  });

  it("answers all calls that wait for a locked row before it is released; probes and reads don't wait", async () => {
    await start({ ...shortLimits, DATABASE_STATEMENT_TIMEOUT_MS: '1500', DATABASE_LOCK_TIMEOUT_MS: '1500' });
    await whileHolding('select * from draw_chances for update', async () => {
      const drawing = Array.from({ length: 40 }, (_, index) =>
        callAs(household, server.url, drawCalls.draw, { requestId: `waiting-${index}` }),
      );
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await ask('/health')).toEqual(ok);
      expect((await prizes()).code).toBe(0);
      const answers = await Promise.all(drawing);
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([500]));
    });
    expect((await prizes()).code).toBe(0);
  });

  it('answers calls while the database is silent, and recovers with it', async () => {
    await start();
    await Promise.all(Array.from({ length: 20 }, prizes));
    proxy.freeze();
    // All of these run while the database is silent.
    const [health, ...calls] = await Promise.all([ask('/health'), ...Array.from({ length: 20 }, prizes)]);
    expect(health).toEqual(unavailable);
    for (const answer of calls) expect(answer).toEqual(failed);
    expect(await ask('/live')).toMatchObject({ status: 200 });
    proxy.thaw();
    expect((await prizes()).code).toBe(0);
    expect(await ask('/health')).toEqual(ok);
  });

  it('never carries out draws that were not sent before their callers were told that they failed', async () => {
    await start({
      ...shortLimits,
      DATABASE_POOL_SIZE: '2',
      DATABASE_STATEMENT_TIMEOUT_MS: '5000',
      DATABASE_CONNECT_TIMEOUT_MS: '5000',
      ANSWER_TIME_LIMIT_MS: '1000',
    });
    const drawing = await addHouseholds(server.queries, 300, { drawsLeft: 1 });
    const draw = (each: TestHousehold) => callAs(each, server.url, drawCalls.draw, { requestId: randomUUID() });
    expect((await draw(household)).code).toBe(0);
    proxy.freeze();
    for (const answer of await Promise.all(drawing.map(draw))) expect(answer).toEqual(failed);
    proxy.thaw();
    expect((await draw(household)).code).toBe(0);
    // One statement of at most 100 was on its way.
    expect(await server.queries.$count(drawAudit)).toBeLessThanOrEqual(102);
  });

  it("isn't ready while its clock is an hour off, says so, and serves calls all the same", async () => {
    const hour = 60 * 60 * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour });
    try {
      await start();
      expect(await ask('/ready')).toEqual({
        ...unavailable,
        body: { ...failed, data: { status: 'unavailable', reason: 'clock', runbook: 'docs/runbook.md#clock-off' } },
      });
      expect((await ask('/live')).status).toBe(200);
      expect((await prizes()).code).toBe(0);
      const told = server.logged.map((line) => Object(JSON.parse(line))).find(({ event }) => event === 'clockDiffers');
      expect(Math.round(Number(Reflect.get(told, 'aheadMs')) / 60_000)).toBe(60);
    } finally {
      vi.useRealTimers();
    }
  });

  it('releases locks of a transaction without statements', async () => {
    await start();
    let goOn = () => {};
    const idle = server.queries.transaction(async (transaction) => {
      await transaction.execute(sql`set local idle_in_transaction_session_timeout = '300ms'`);
      await transaction.execute(sql`select * from draw_chances for update`);
      await new Promise<void>((resolve) => (goOn = resolve));
    });
    idle.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect((await callAs(household, server.url, drawCalls.draw, { requestId: 'after-the-standstill' })).code).toBe(0);
    goOn();
    await expect(idle).rejects.toThrow();
  });
});
