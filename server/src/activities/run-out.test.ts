import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { eq, ne } from 'drizzle-orm';
import { Client } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copy } from '../edge/copy.ts';
import { answerQuestion, callAs, fetchQuestion } from '../testing/client.ts';
import { addHousehold, addHouseholds, type TestHousehold } from '../testing/households.ts';
import { askOperator } from '../testing/operator.ts';
import { startPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { grantCoupon, poolNames } from './campaign/grants.ts';
import { grantDays, grantPools } from './campaign/tables.ts';
import { drawAudit } from './draw/tables.ts';
import { drawOutcomes, prizeCodes } from '../prizes/tables.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

/** Whoever waits for a lock waits longer than a slow machine takes for all the others. */
const patience = {
  DATABASE_LOCK_TIMEOUT_MS: '20000',
  DATABASE_STATEMENT_TIMEOUT_MS: '25000',
  ANSWER_TIME_LIMIT_MS: '30000',
};

describe.skipIf(postgres === null)('what has run out', { timeout: 60_000 }, () => {
  let databases = 0;
  let server: TestServer;
  /** Locks rows as calls of another process would. */
  let holder: Client;
  beforeEach(async () => {
    const url = (await postgres?.database(`run_out_${(databases += 1)}`)) ?? '';
    server = await startTestServer({ DATABASE_URL: url, ...patience });
    holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin');
  });
  afterEach(async () => {
    await holder.end();
    await server.close();
  });

  async function answerRight() {
    const household = await addHousehold(server.queries);
    const { questionId, right } = await fetchQuestion(household, server.url);
    return answerQuestion(household, server.url, questionId, right);
  }
  const drawOne = async () =>
    callAs(await addHousehold(server.queries, { drawsLeft: 1 }), server.url, drawCalls.draw, {
      requestId: randomUUID(),
    });

  it('refuses coupons of a full day without waiting for the locked pool', async () => {
    await answerRight();
    await server.queries.update(grantDays).set({ cap: 1 });
    await holder.query('select * from grant_pools for update');
    expect(await answerRight()).toMatchObject({ code: 204, msg: copy['server.coupon.today'] });
  });

  it("refuses with the total limit's message, also when the day is full", async () => {
    await answerRight();
    await server.queries.update(grantDays).set({ cap: 1 });
    await server.queries.update(grantPools).set({ cap: 1 }).where(eq(grantPools.name, poolNames.coupon));
    await holder.query('select * from grant_pools for update');
    await holder.query('select * from grant_days for update');
    expect(await answerRight()).toMatchObject({ code: 204, msg: copy['server.coupon.total'] });
  });

  it('grants coupons without waiting for locked, empty allowance pools', async () => {
    const allowances = campaignTerms.allowanceKinds.map(poolNames.allowance);
    await server.queries.update(grantPools).set({ cap: 0 }).where(ne(grantPools.name, poolNames.coupon));
    await holder.query(
      `select * from grant_pools where name in (${allowances.map((name) => `'${name}'`).join()}) for update`,
    );
    expect(await answerRight()).toMatchObject({ code: 0, data: { correct: true } });
  });

  it('applies a daily cap that is set during the first grant of the day', async () => {
    const { userId } = await addHousehold(server.queries);
    let goOn = () => {};
    const begun = new Promise<void>((resolve) => (goOn = resolve));
    let inside = () => {};
    const granted = new Promise<void>((resolve) => (inside = resolve));
    const first = server.queries.transaction(async (transaction) => {
      await grantCoupon(transaction, server.clock, userId, 'test');
      inside();
      await begun;
    });
    await granted;
    const set = askOperator(join(server.folder, 'operator.sock'), {
      command: 'coupons set',
      by: 'Li',
      pool: 'coupon',
      dailyCap: 1,
    });
    goOn();
    await Promise.all([first, set]);
    expect(await server.queries.select({ cap: grantDays.cap, issued: grantDays.issued }).from(grantDays)).toEqual([
      { cap: 1, issued: 1 },
    ]);
    expect((await answerRight()).msg).toBe(copy['server.coupon.today']);
  });

  it.each([
    ['is sold out', 1, { stock: 0 }, 0],
    ['has no code left', 3, { stock: 5 }, 5],
    ['has no code left, its stock without end', 3, { stock: null }, null],
  ] as const)(
    'draws "thanks" without waiting where a prize %s, and audits its stock',
    async (_, level, { stock }, stockLeft) => {
      await server.queries.update(drawOutcomes).set({ weight: 0 });
      await server.queries.update(drawOutcomes).set({ weight: 1, stock }).where(eq(drawOutcomes.level, level));
      await holder.query(`select * from draw_outcomes where level = ${level} for update`);
      expect(await drawOne()).toMatchObject({ code: 0, data: { level: null, id: null } });
      expect(await server.queries.select().from(drawAudit)).toMatchObject([
        { hitLevel: level, givenLevel: 0, stockLeft },
      ]);
    },
  );

  it("makes nobody wait for long for another user's locked chances, or for another level's locked prizes", async () => {
    await server.queries.update(drawOutcomes).set({ weight: 0 });
    await server.queries.update(drawOutcomes).set({ weight: 1, stock: 5 }).where(eq(drawOutcomes.level, 2));
    await drawOne();
    const [waiting, ...others] = await addHouseholds(server.queries, 4, { drawsLeft: 1 });
    await holder.query('select * from draw_chances where user_id = $1 for update', [waiting?.userId]);
    await holder.query('select * from draw_outcomes where level = 4 for update');
    const draw = (household: TestHousehold | undefined) =>
      callAs(household ?? { userId: '' }, server.url, drawCalls.draw, { requestId: randomUUID() });
    const late = draw(waiting);
    for (const answer of await Promise.all(others.map(draw))) expect(answer).toMatchObject({ data: { level: 2 } });
    await holder.query('rollback');
    expect(await late).toMatchObject({ data: { level: 2 } });
  });

  it('draws from unlimited stock, which the audit shows', async () => {
    await server.queries.update(drawOutcomes).set({ weight: 0 });
    await server.queries.update(drawOutcomes).set({ weight: 1, stock: null }).where(eq(drawOutcomes.level, 3));
    await server.queries.insert(prizeCodes).values({ level: 3, code: 'CARD-1', pwd: 'p' });
    expect(await drawOne()).toMatchObject({ data: { level: 3 } });
    expect(await server.queries.select().from(drawAudit)).toMatchObject([{ givenLevel: 3, stockLeft: null }]);
  });
});
