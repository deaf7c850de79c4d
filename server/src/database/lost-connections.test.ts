import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { drawCalls, drawResultSchema } from '@fridge/shared-contracts/activities/draw';
import { eq, sql } from 'drizzle-orm';
import { Client } from 'pg';
import * as v from 'valibot';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { grantPools, grants } from '../activities/campaign/tables.ts';
import { drawAudit, drawChances, draws } from '../activities/draw/tables.ts';
import { drawOutcomes } from '../prizes/tables.ts';
import { copy } from '../edge/copy.ts';
import { answerQuestion, callAs, fetchQuestion } from '../testing/client.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { askOperator } from '../testing/operator.ts';
import { startPostgres } from '../testing/postgres.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { longLimits, startTestServer, testEnvironment, type TestServer } from '../testing/test-server.ts';
import { defaultDatabaseLimits, isUnavailable } from './database.ts';
import { openPostgresql } from './open-postgresql.ts';

vi.setConfig({ testTimeout: 60_000 });

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

let databases = 0;
const newDatabase = async () => (await postgres?.database(`lost_${(databases += 1)}`)) ?? '';

const failed = { code: 500, msg: copy['server.internal'], data: null };

describe.skipIf(postgres === null)('a server process whose database ends its connections', () => {
  it('keeps running, fails the calls in a transaction, and executes repeats once', { timeout: 120_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fridge-lost-'));
    const url = await newDatabase();
    const server = await startServerProcess(testEnvironment(folder, { DATABASE_URL: url, ...longLimits }));
    const database = openPostgresql(url, () => undefined);
    const holder = new Client({ connectionString: url });
    holder.on('error', () => undefined);
    try {
      const household = await addHousehold(database.queries, { drawsLeft: 2 });
      await holder.connect();
      await holder.query('begin');
      await holder.query('select * from draw_chances for update');
      // As many as the program draws at once, whether they come together or not.
      const requestIds = [randomUUID(), randomUUID()];
      const drawing = requestIds.map((requestId) => callAs(household, server.url, drawCalls.draw, { requestId }));
      await vi.waitFor(
        async () => {
          const waiting = await database.queries.execute(
            sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`,
          );
          expect(Reflect.get(Object(waiting), 'rowCount')).toBe(requestIds.length);
        },
        { timeout: 20_000, interval: 100 },
      );
      await postgres?.terminateConnections();

      expect(await Promise.all(drawing)).toEqual(requestIds.map(() => failed));
      const again = await Promise.all(
        requestIds.map((requestId) => callAs(household, server.url, drawCalls.draw, { requestId })),
      );
      expect(again.map(({ code }) => code)).toEqual([0, 0]);
      expect(await database.queries.$count(draws)).toBe(requestIds.length);
      expect(await server.end('SIGTERM')).toBe(0);
    } finally {
      await server.end('SIGKILL');
      await holder.end().catch(() => undefined);
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe.skipIf(postgres === null)('with a connection that breaks in a call, at COMMIT or at BEGIN', () => {
  let proxy: DatabaseProxy;
  let server: TestServer;
  let household: TestHousehold;
  beforeEach(async () => {
    proxy = await startDatabaseProxy(await newDatabase());
    server = await startTestServer({
      DATABASE_URL: proxy.url,
      DATABASE_POOL_SIZE: '3',
      DATABASE_CONNECT_TIMEOUT_MS: '1000',
    });
    household = await addHousehold(server.queries, { drawsLeft: 10 });
    await server.queries.update(drawOutcomes).set({ weight: 10 }).where(eq(drawOutcomes.level, 2));
    // From its first draw on the process knows the weights: a draw is one call.
    const other = await addHousehold(server.queries, { drawsLeft: 1 });
    await callAs(other, server.url, drawCalls.draw, { requestId: randomUUID() });
  });
  afterEach(async () => {
    proxy.thaw();
    await server.close();
    await proxy.close();
  });

  const draw = (requestId: string) => callAs(household, server.url, drawCalls.draw, { requestId });
  const stored = async () => ({
    draws: await server.queries.$count(draws, eq(draws.userId, household.userId)),
    audited: await server.queries.$count(drawAudit, eq(drawAudit.userId, household.userId)),
    left: (await server.queries.select().from(drawChances).where(eq(drawChances.userId, household.userId)))[0]
      ?.chancesLeft,
  });

  it('repeats the draw that was committed without an answer', async () => {
    const requestId = randomUUID();
    proxy.breakAt('call draw(', 'after');
    expect(await draw(requestId)).toEqual(failed);
    const [made] = await server.queries.select().from(draws).where(eq(draws.requestId, requestId));
    const again = await draw(requestId);
    expect(again.code).toBe(0);
    expect(v.parse(drawResultSchema, again.data)).toMatchObject({ requestId, id: made?.prizeId, level: made?.level });
    expect(await draw(requestId)).toEqual(again);
    expect(await stored()).toEqual({ draws: 1, audited: 1, left: 9 });
  });

  it('draws once when the call never arrived', async () => {
    const requestId = randomUUID();
    proxy.breakAt('call draw(', 'before');
    expect(await draw(requestId)).toEqual(failed);
    expect(await stored()).toEqual({ draws: 0, audited: 0, left: 10 });
    const again = await draw(requestId);
    expect(await draw(requestId)).toEqual(again);
    expect(await stored()).toEqual({ draws: 1, audited: 1, left: 9 });
  });

  it("frees the pool's place of a connection that broke at BEGIN", async () => {
    const ask = () => callAs(household, server.url, campaignCalls.getNewAnswer, household);
    proxy.breakAt('begin', 'before', 5);
    for (let turn = 0; turn < 5; turn += 1) expect(await ask()).toEqual(failed);
    expect((await ask()).code).toBe(0);
  });

  it("frees the pool's place of a connection that broke in a call", async () => {
    proxy.breakAt('call draw(', 'before', 5);
    for (let turn = 0; turn < 5; turn += 1) expect(await draw(randomUUID())).toEqual(failed);
    expect((await draw(randomUUID())).code).toBe(0);
    expect(await stored()).toEqual({ draws: 1, audited: 1, left: 9 });
  });

  it('repeats the right answer whose grant was committed without an answer, and grants once', async () => {
    const { questionId, right } = await fetchQuestion(household, server.url);
    const requestId = randomUUID();
    const send = () => answerQuestion(household, server.url, questionId, right, requestId);
    for (const when of ['before', 'after'] as const) {
      proxy.breakAt('call answer(', when);
      expect(await send()).toEqual(failed);
      expect(await server.queries.$count(grants)).toBe(when === 'before' ? 0 : 2);
    }
    expect(await send()).toEqual({ code: 0, msg: '', data: { correct: true } });
    expect(await server.queries.$count(grants)).toBe(2);
  });

  it('keeps a connection whose transaction was rolled back by a refusal', async () => {
    const { questionId, right } = await fetchQuestion(household, server.url);
    await server.queries.update(grantPools).set({ cap: 0 });
    const before = await connectionsOf(server);
    for (let turn = 0; turn < 5; turn += 1)
      expect(await answerQuestion(household, server.url, questionId, right)).toMatchObject({ code: 204 });
    expect(await connectionsOf(server)).toEqual(expect.arrayContaining(before));
  });

  it("tells an operator that a command's outcome is unknown", async () => {
    proxy.breakAt('commit', 'after');
    const [answer] = await askOperator(join(server.folder, 'operator.sock'), {
      command: 'draw set',
      by: 'Li',
      level: 3,
      weight: 77,
      confirmed: true,
    });
    expect(answer).toEqual({ ok: false, error: expect.stringContaining("isn't known") });
    expect(await server.queries.$count(drawOutcomes, eq(drawOutcomes.weight, 77))).toBe(1);
  });

  it('logs an unavailable database once per call, and not as a fault', async () => {
    proxy.breakAt('call draw(', 'after');
    await draw(randomUUID());
    const events = server.logged.map((line) => String(Reflect.get(Object(JSON.parse(line)), 'event')));
    expect(events.filter((event) => event === 'databaseUnavailable')).toHaveLength(1);
    expect(events).not.toContain('fault');
  });
});

const pidsSchema = v.object({ rows: v.tuple([v.object({ pids: v.array(v.number()) })]) });

async function connectionsOf({ queries }: TestServer): Promise<number[]> {
  const found = await queries.execute(
    sql`select array_agg(pid order by pid) as pids from pg_stat_activity where datname = current_database()`,
  );
  return v.parse(pidsSchema, found).rows[0].pids;
}

it.skipIf(postgres === null)('gives up a connection that leads to a standby by now', async () => {
  const limits = { ...defaultDatabaseLimits, poolSize: 1 };
  const { queries, close } = openPostgresql(await newDatabase(), () => undefined, limits);
  const write = () => queries.transaction((transaction) => transaction.update(drawOutcomes).set({ weight: 1 }));
  // What a former primary does to its connections, if it lets them live.
  await queries.execute(sql`set default_transaction_read_only = on`);
  expect(isUnavailable(await write().catch((error: unknown) => error))).toBe(true);
  await write();
  await close();
});
