import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy } from '../../edge/copy.ts';
import { commands } from '../../commands/all.ts';
import { answerQuestion, callAs, fetchQuestion } from '../../testing/client.ts';
import { addHousehold } from '../../testing/households.ts';
import { askOperator } from '../../testing/operator.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { drawAudit } from '../draw/tables.ts';
import { drawOutcomes, prizeCodes } from '../../prizes/tables.ts';
import { grants } from './tables.ts';

const TODAY = '2023-08-01';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const asked = async (request: Record<string, unknown>) => {
  const [answer] = await askOperator(join(server.folder, 'operator.sock'), request);
  if (answer === undefined) throw new Error('no answer');
  return answer;
};
const coupon = async () =>
  v
    .parse(commands['coupons list'].answer, (await asked({ command: 'coupons list' })).data)
    .pools.find(({ name }) => name === 'coupon');

async function answerRight() {
  const household = await addHousehold(server.queries);
  const { questionId, right } = await fetchQuestion(household, server.url);
  return { household, answer: await answerQuestion(household, server.url, questionId, right) };
}

describe('the caps of coupons and allowances', () => {
  it("are listed with the granted counts, today's by China's calendar", async () => {
    await answerRight();
    const { day, pools } = v.parse(commands['coupons list'].answer, (await asked({ command: 'coupons list' })).data);
    expect(day).toBe(TODAY);
    expect(pools.map(({ name, cap }) => [name, cap])).toEqual([
      ['coupon', campaignTerms.couponsInTotal],
      ['allowance.1', campaignTerms.allowancesPerKind],
      ['allowance.2', campaignTerms.allowancesPerKind],
    ]);
    expect(pools[0]).toMatchObject({
      issued: 1,
      dailyCap: campaignTerms.couponsPerDay,
      today: { cap: campaignTerms.couponsPerDay, issued: 1 },
    });
    expect(pools[1]?.today).toBeNull();
  });

  it("apply at once: a daily cap also for today, but not below today's count", async () => {
    expect(await asked({ command: 'coupons set', by: 'Li', pool: 'coupon', dailyCap: 0 })).toMatchObject({ ok: true });
    const { issued = 0, today } = (await coupon()) ?? {};
    expect(today).toEqual({ cap: issued, issued });
    expect((await answerRight()).answer.msg).toBe(copy['server.coupon.today']);
    await asked({ command: 'coupons set', by: 'Li', pool: 'coupon', dailyCap: null, cap: issued, confirmed: true });
    expect((await answerRight()).answer.msg).toBe(copy['server.coupon.total']);
    await asked({ command: 'coupons set', by: 'Li', pool: 'coupon', cap: issued + 1 });
    expect((await answerRight()).answer).toMatchObject({ code: 0 });
    expect(await coupon()).toMatchObject({ cap: issued + 1, issued: issued + 1, dailyCap: null });
    await asked({
      command: 'coupons set',
      by: 'Li',
      pool: 'coupon',
      cap: campaignTerms.couponsInTotal,
      dailyCap: campaignTerms.couponsPerDay,
      confirmed: true,
    });
  });

  it.each([
    ['below what was granted', { pool: 'coupon', cap: 1, dailyCap: 5 }, /were granted already/],
    ['of a day for an allowance', { pool: 'allowance.1', dailyCap: 5 }, /no daily cap of its own/],
    ['of no pool', { pool: 'gold', cap: 5 }, /pool/],
    ['not named', { pool: 'coupon' }, /Name a cap/],
    ['that is no number', { pool: 'coupon', cap: -1 }, /cap/],
  ])('are refused when %s, and change nothing', async (_, change, reason) => {
    const before = await coupon();
    expect(await asked({ command: 'coupons set', by: 'Li', ...change })).toMatchObject({
      ok: false,
      error: expect.stringMatching(reason),
    });
    expect(await coupon()).toEqual(before);
  });
});

describe('the audits', () => {
  it('list each grant, by user and day, without codes', async () => {
    const { household } = await answerRight();
    const answer = await asked({ command: 'coupons audit', user: household.userId, day: TODAY });
    const { rows, next } = v.parse(commands['coupons audit'].answer, answer.data);
    expect(next).toBeNull();
    expect(rows.map(({ pool }) => pool).sort()).toEqual([expect.stringMatching(/^allowance\.[12]$/), 'coupon']);
    expect(rows[0]).toMatchObject({
      userId: household.userId,
      day: TODAY,
      at: expect.stringMatching(/^2023-08-01T.*\+08:00$/),
      cause: expect.stringContaining('question'),
    });
    const held = await server.queries.select().from(grants).where(eq(grants.userId, household.userId));
    for (const { exchangeCode, exchangePwd } of held)
      expect(JSON.stringify(answer)).not.toMatch(new RegExp(`${exchangeCode}|${exchangePwd}`));
    expect(
      v.parse(commands['coupons audit'].answer, (await asked({ command: 'coupons audit', day: '2023-08-02' })).data)
        .rows,
    ).toEqual([]);
  });

  it('list each draw, in parts, without codes', async () => {
    await server.queries.update(drawOutcomes).set({ weight: 0 });
    await server.queries.update(drawOutcomes).set({ weight: 1, stock: null }).where(eq(drawOutcomes.level, 3));
    await server.queries.insert(prizeCodes).values({ level: 3, code: 'CARD-OF-ONE', pwd: 'SECRET-OF-ONE' });
    const household = await addHousehold(server.queries, { drawsLeft: 3 });
    for (let draws = 0; draws < 3; draws += 1)
      await callAs(household, server.url, drawCalls.draw, { requestId: randomUUID() });
    const first = v.parse(
      commands['draw audit'].answer,
      (await asked({ command: 'draw audit', user: household.userId, day: TODAY, limit: 2 })).data,
    );
    expect(first.rows).toMatchObject([
      { hitLevel: 3, givenLevel: 0 },
      { hitLevel: 3, givenLevel: 0 },
    ]);
    const rest = await asked({ command: 'draw audit', user: household.userId, before: first.next, limit: 2 });
    expect(v.parse(commands['draw audit'].answer, rest.data)).toMatchObject({
      next: null,
      rows: [{ userId: household.userId, hitLevel: 3, givenLevel: 3 }],
    });
    expect(JSON.stringify(rest)).not.toMatch(/OF-ONE/);
  });

  it('bound days at midnight in China', async () => {
    const [row] = await server.queries.select().from(drawAudit).limit(1);
    const at = async (businessAt: string, day: string) => {
      await server.queries
        .update(drawAudit)
        .set({ businessAt: new Date(businessAt) })
        .where(eq(drawAudit.id, row?.id ?? 0));
      return v.parse(commands['draw audit'].answer, (await asked({ command: 'draw audit', day })).data).rows.length;
    };
    expect(await at('2023-09-09T23:59:59+08:00', '2023-09-09')).toBe(1);
    expect(await at('2023-09-10T00:00:00+08:00', '2023-09-09')).toBe(0);
    expect(await at('2023-09-10T00:00:00+08:00', '2023-09-10')).toBe(1);
  });

  it.each(['2023-02-31', '2023-8-1', 'today', ''])('refuse the day %j', async (day) => {
    expect(await asked({ command: 'draw audit', day })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^day: /),
    });
    expect(await asked({ command: 'coupons audit', day })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^day: /),
    });
  });
});
