import { randomUUID } from 'node:crypto';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { eq } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { grantPools } from '../../activities/campaign/tables.ts';
import { drawOutcomes } from '../../prizes/tables.ts';
import { configVersions } from '../../documents/tables.ts';
import { lockUser } from '../../admission/household.ts';
import { answerQuestion, callAs, fetchQuestion } from '../../testing/client.ts';
import { addHousehold, addHouseholds } from '../../testing/households.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { metricsRoute } from './metrics-route.ts';

const OPERATIONS_TOKEN = 'operations-token-of-the-tests-0123456789';

let server: TestServer;
let operations: FastifyInstance;
let origin: string;

async function start(variables: Record<string, string> = {}): Promise<void> {
  server = await startTestServer({ OPERATIONS_TOKEN, ...variables });
  operations = Fastify();
  await operations.register(metricsRoute, server.services);
  origin = await operations.listen({ port: 0, host: '127.0.0.1' });
}
afterEach(async () => {
  await operations.close();
  await server.close();
});

const scrape = async () => (await fetch(`${origin}/metrics`)).text();
/** Value of the series that has these words. */
async function valueOf(series: string, text?: string): Promise<number | null> {
  const line = (text ?? (await scrape())).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}

describe('on the embedded database', () => {
  beforeEach(() => start());

  it('counts calls by route and code, draws by level, grants by pool and outcome', async () => {
    await server.queries.update(drawOutcomes).set({ weight: 0 });
    await server.queries.update(drawOutcomes).set({ weight: 1, stock: 1 }).where(eq(drawOutcomes.level, 4));
    const household = await addHousehold(server.queries, { drawsLeft: 2 });
    const draw = (requestId: string) => callAs(household, server.url, drawCalls.draw, { requestId });
    const requestId = randomUUID();
    for (const id of [requestId, requestId, randomUUID(), randomUUID()]) await draw(id);
    const { questionId, right } = await fetchQuestion(household, server.url);
    await answerQuestion(household, server.url, questionId, right);
    const late = await addHousehold(server.queries);
    await server.queries.update(grantPools).set({ cap: 1 }).where(eq(grantPools.name, 'coupon'));
    const asked = await fetchQuestion(late, server.url);
    await answerQuestion(late, server.url, asked.questionId, asked.right);

    const text = await scrape();
    const calls = `route="${String(drawCalls.draw.path)}"`;
    expect(await valueOf(`fridge_request_seconds_count{${calls},code="0"}`, text)).toBe(3);
    expect(await valueOf(`fridge_request_seconds_count{${calls},code="204"}`, text)).toBe(1);
    expect(await valueOf('fridge_draws_total{level="4"}', text)).toBe(1);
    expect(await valueOf('fridge_draws_total{level="0"}', text)).toBe(1);
    expect(await valueOf('fridge_grants_total{pool="coupon",outcome="granted"}', text)).toBe(1);
    expect(await valueOf('fridge_grants_total{pool="coupon",outcome="total"}', text)).toBe(1);
    expect(await valueOf('fridge_prizes_left{level="4"}', text)).toBe(0);
    expect(await valueOf('fridge_grants_left{pool="coupon"}', text)).toBe(0);
    expect(await valueOf('fridge_collector_up{collector="prizes"}', text)).toBe(1);
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toContain(household.userId);
  });

  it('counts calls of an account that is not there', async () => {
    const nobody = { userId: 'U-nobody' };
    expect(await callAs(nobody, server.url, campaignCalls.isDirect, {})).toMatchObject({ data: null });
    expect(await callAs(nobody, server.url, drawCalls.getSurplusNum)).not.toMatchObject({ code: 0 });
    expect(await valueOf('fridge_unknown_accounts_total')).toBe(2);
  });

  it("shows the newest serial of each configuration document, and the review queue's age", async () => {
    const { event } = server.services.configuration.current('registry');
    const by = { event, document: '{}' };
    await server.queries.insert(configVersions).values([
      { name: 'registry', serial: 1_001, ...by },
      { name: 'registry', serial: 1_002, ...by },
    ]);
    const text = await scrape();
    expect(await valueOf('fridge_config_serial{document="registry"}', text)).toBe(1_002);
    const { serial } = server.services.configuration.current('settings');
    expect(await valueOf('fridge_config_serial_in_force{document="settings"}', text)).toBe(serial);
    expect(await valueOf('fridge_review_pending', text)).toBe(0);
    expect(await valueOf('fridge_review_oldest_seconds', text)).toBe(0);
  });

  it('shows the release, whether calls may come, and how the storage works', async () => {
    await server.services.storage.write('a1.jpg', Buffer.from('a picture'));
    await expect(server.services.storage.write('../a.jpg', Buffer.from(''))).rejects.toThrow();
    const text = await scrape();
    expect(await valueOf('fridge_storage_seconds_count{operation="write",outcome="done"}', text)).toBe(1);
    expect(await valueOf('fridge_storage_seconds_count{operation="write",outcome="failed"}', text)).toBe(1);
    expect(await valueOf('fridge_build_info{version="unknown",commit="unknown"}', text)).toBe(1);
    expect(await valueOf('fridge_unready{reason="clock"}', text)).toBe(0);
    server.services.readiness.leave();
    expect(await valueOf('fridge_unready{reason="ending"}')).toBe(1);
  });

  it('answers a scrape while the database is blocked, and names the collectors that failed', async () => {
    let done = () => {};
    const blocking = server.queries.transaction(() => new Promise<void>((resolve) => (done = resolve)));
    const text = await scrape();
    expect(await valueOf('fridge_collector_up{collector="review"}', text)).toBe(0);
    expect(await valueOf('fridge_collector_failures_total{collector="review"}', text)).toBe(1);
    expect(await valueOf('fridge_review_pending', text)).toBeNull();
    done();
    await blocking;
    expect(server.logged.filter((line) => line.includes('"collectorFailed"'))).not.toHaveLength(0);
  });

  it.each([
    ['this machine', {}, 200],
    ['a proxy on this machine', { 'x-forwarded-for': '192.0.2.1' }, 401],
    ['a page whose name leads here', { host: 'rebound.example' }, 401],
    ['a proxy, with the token', { 'x-forwarded-for': '192.0.2.1', authorization: 'Bearer TOKEN' }, 200],
    ['this machine, with another token', { authorization: 'Bearer another-token-of-more-than-32-characters' }, 401],
    ['elsewhere, with another scheme', { 'x-forwarded-for': '192.0.2.1', authorization: 'Basic TOKEN' }, 401],
  ])('asked from %s', async (_, headers, status) => {
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('TOKEN', OPERATIONS_TOKEN)]),
    );
    const answer = await operations.inject({ url: '/metrics', headers: sent });
    expect(answer.statusCode).toBe(status);
    expect(answer.body.includes('fridge_')).toBe(status === 200);
  });
});

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

describe.skipIf(postgres === null)('on PostgreSQL', () => {
  it('shows the pool, the transactions that wait, and locks: those waited for now and those given up', async () => {
    const url = (await postgres?.database('metrics')) ?? '';
    await start({
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: '3',
      DATABASE_LOCK_TIMEOUT_MS: '3000',
      DATABASE_STATEMENT_TIMEOUT_MS: '6000',
      DATABASE_CONNECT_TIMEOUT_MS: '20000',
      ANSWER_TIME_LIMIT_MS: '20000',
    });
    const households = await addHouseholds(server.queries, 4);
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select * from accounts for update');
    const { queries } = server.services;
    const locking = Promise.allSettled(
      households.map(({ userId }) => queries.transaction((transaction) => lockUser(transaction, userId))),
    );
    await expect.poll(async () => server.services.database.load()?.transactions).toEqual({ running: 2, waiting: 2 });
    // The holder's transaction would see again what it saw at first.
    const waitingForLocks = async () => {
      await holder.query('select pg_stat_clear_snapshot()');
      return (await holder.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).rowCount;
    };
    await expect.poll(waitingForLocks).toBe(2);
    const text = await scrape();
    expect(await valueOf('fridge_pool_connections{state="inUse"}', text)).toBe(2);
    expect(await valueOf('fridge_transactions{state="running"}', text)).toBe(2);
    expect(await valueOf('fridge_transactions{state="waiting"}', text)).toBe(2);
    expect(await valueOf('fridge_batch_waiting{queue="draws"}', text)).toBe(0);
    expect(await valueOf('fridge_lock_waiting', text)).toBe(2);
    expect(await valueOf('fridge_lock_waiting_longest_seconds', text)).toBeGreaterThan(0);
    expect((await locking).map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'rejected'));
    await holder.end();
    const after = await scrape();
    expect(await valueOf('fridge_lock_timeouts_total', after)).toBe(4);
  });
});
