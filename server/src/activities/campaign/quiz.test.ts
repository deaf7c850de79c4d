import { randomUUID } from 'node:crypto';
import { campaignCalls, campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { drawCalls, prizesSchema } from '@fridge/shared-contracts/activities/draw';
import { and, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy, giftCopy } from '../../edge/copy.ts';
import { accounts } from '../../households/tables.ts';
import { answerQuestion, callAs, fetchQuestion } from '../../testing/client.ts';
import { addHousehold, addHouseholds } from '../../testing/households.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { poolNames } from './grants.ts';
import { grantAudit, grantDays, grantPools, grants, quizProgress } from './tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const prizesOf = async (household: Parameters<typeof callAs>[0]) =>
  v.parse(prizesSchema, (await callAs(household, server.url, drawCalls.getMyPrize)).data);
const grantsOf = (userId: string) => server.queries.select().from(grants).where(eq(grants.userId, userId));

describe('isDirect', () => {
  it('answers an object until the coupon is granted, then null', async () => {
    const household = await addHousehold(server.queries);
    expect(await callAs(household, server.url, campaignCalls.isDirect, household)).toEqual({
      code: 0,
      msg: '',
      data: {},
    });
    const { questionId, right } = await fetchQuestion(household, server.url);
    await answerQuestion(household, server.url, questionId, right);
    expect(await callAs(household, server.url, campaignCalls.isDirect, household)).toEqual({
      code: 0,
      msg: '',
      data: null,
    });
  });

  it.each([
    [{ grid: 'zhejiang' }, 'server.coupon.region'],
    [{ supply: 'highVoltage' }, 'server.coupon.lowVoltage'],
    [{ realNameVerified: false }, 'server.coupon.realName'],
    [{ withoutFridge: true }, 'server.noFridge'],
  ] as const)('refuses %j with the failed condition, also when answering', async (traits, words) => {
    const household = await addHousehold(server.queries, traits);
    for (const call of Object.values(campaignCalls)) {
      const { homeId: _, ...answering } = household;
      const fields =
        call === campaignCalls.answerQuestion ? { ...answering, questionId: 'q01', correctAnswer: 'A' } : household;
      expect(await callAs(household, server.url, call, fields)).toEqual({ code: 204, msg: copy[words], data: null });
    }
    expect(await grantsOf(household.userId)).toEqual([]);
  });
});

describe('a question', () => {
  it('is sent without its solution and stays until answered', async () => {
    const household = await addHousehold(server.queries);
    const first = await callAs(household, server.url, campaignCalls.getNewAnswer, household);
    expect(Object.keys(Object(first.data)).sort()).toEqual(['options', 'problem', 'questionId']);
    expect(await callAs(household, server.url, campaignCalls.getNewAnswer, household)).toEqual(first);
  });

  it('stays after one wrong answer, which the server names and counts', async () => {
    const household = await addHousehold(server.queries);
    const { questionId, wrong } = await fetchQuestion(household, server.url);
    await answerQuestion(household, server.url, questionId, wrong);
    expect((await callAs(household, server.url, campaignCalls.getNewAnswer, household)).data).toMatchObject({
      questionId,
      missed: [wrong],
    });
    await answerQuestion(household, server.url, questionId, wrong);
    expect((await fetchQuestion(household, server.url)).questionId).not.toBe(questionId);
  });

  it('is replaced after two wrong answers, which the server counts', async () => {
    const household = await addHousehold(server.queries);
    const { questionId, wrong, right } = await fetchQuestion(household, server.url);
    for (let count = 1; count <= campaignTerms.wrongAnswersPerQuestion; count += 1) {
      expect(await answerQuestion(household, server.url, questionId, wrong)).toEqual({
        code: 0,
        msg: '',
        data: { correct: false },
      });
    }
    const [progress] = await server.queries
      .select()
      .from(quizProgress)
      .where(eq(quizProgress.userId, household.userId));
    expect(progress).toMatchObject({ questionId, wrongAnswers: campaignTerms.wrongAnswersPerQuestion });
    expect(await answerQuestion(household, server.url, questionId, right)).toEqual({
      code: 409,
      msg: copy['server.question.stale'],
      data: null,
    });
    const next = await fetchQuestion(household, server.url, questionId);
    expect(next.questionId).not.toBe(questionId);
    expect((await answerQuestion(household, server.url, next.questionId, next.right)).data).toEqual({ correct: true });
  });

  it.each([
    ['not in the bank', 'q99', 'A', 409, 'server.question.stale'],
    ['without an id', '', 'A', 400, 'server.param'],
    ['answered with no label', 'q01', 'D', 400, 'server.param'],
    ['answered with an empty label', 'q01', '', 400, 'server.param'],
  ] as const)('%s is refused', async (_, questionId, answer, code, words) => {
    const household = await addHousehold(server.queries);
    await fetchQuestion(household, server.url);
    expect(await answerQuestion(household, server.url, questionId, answer)).toEqual({
      code,
      msg: copy[words],
      data: null,
    });
  });
});

describe('a right answer', () => {
  it('grants coupon and allowance with codes for their owner, valid for seven days of business time, once', async () => {
    const household = await addHousehold(server.queries);
    const { questionId, right } = await fetchQuestion(household, server.url);
    expect(await answerQuestion(household, server.url, questionId, right)).toEqual({
      code: 0,
      msg: '',
      data: { correct: true },
    });

    const [coupon, allowance, ...others] = await prizesOf(household);
    expect(others).toEqual([]);
    expect(coupon).toMatchObject({ kind: 'coupon', giftName: giftCopy['draw.gift.coupon'], isVirtual: true });
    expect([giftCopy['draw.gift.allowance.1'], giftCopy['draw.gift.allowance.2']]).toContain(allowance?.giftName);
    for (const prize of [coupon, allowance]) {
      expect(prize?.exchangeCode).toMatch(/^[2-9A-Z]{16}$/);
      expect(Date.parse(prize?.deadline ?? '') - Date.parse(prize?.wonAt ?? '')).toBe(
        campaignTerms.validityDays * 86_400_000,
      );
      expect(prize?.wonAt).toMatch(/^2023-08-01T10:.*\+08:00$/);
    }
    expect(await prizesOf(await addHousehold(server.queries))).toEqual([]);

    expect(await grantsOf(household.userId)).toHaveLength(2);
    const audited = await server.queries.select().from(grantAudit).where(eq(grantAudit.userId, household.userId));
    expect(audited).toHaveLength(2);
    expect(audited[0]).toMatchObject({ pool: poolNames.coupon, day: '2023-08-01', cause: `question ${questionId}` });
  });

  const withPool = async (pool: string, change: { cap: number }, act: () => Promise<void>) => {
    const [before] = await server.queries.select().from(grantPools).where(eq(grantPools.name, pool));
    await server.queries.update(grantPools).set(change).where(eq(grantPools.name, pool));
    await act();
    await server.queries
      .update(grantPools)
      .set({ cap: before?.cap ?? 0 })
      .where(eq(grantPools.name, pool));
  };

  it('is refused when all coupons are granted, and changes nothing', async () => {
    const household = await addHousehold(server.queries);
    const { questionId, right } = await fetchQuestion(household, server.url);
    const [pool] = await server.queries.select().from(grantPools).where(eq(grantPools.name, poolNames.coupon));
    await withPool(poolNames.coupon, { cap: pool?.issued ?? 0 }, async () => {
      expect(await answerQuestion(household, server.url, questionId, right)).toEqual({
        code: 204,
        msg: copy['server.coupon.total'],
        data: null,
      });
      expect(await grantsOf(household.userId)).toEqual([]);
    });
    expect((await answerQuestion(household, server.url, questionId, right)).data).toEqual({ correct: true });
  });

  it('is granted to as many of those that come together as there are coupons, and changes nothing for the rest', async () => {
    const households = await addHouseholds(server.queries, 6);
    const asked = await Promise.all(
      households.map(async (household) => ({ household, ...(await fetchQuestion(household, server.url)) })),
    );
    const send = () =>
      Promise.all(
        asked.map(({ household, questionId, right }) => answerQuestion(household, server.url, questionId, right)),
      );
    const [pool] = await server.queries.select().from(grantPools).where(eq(grantPools.name, poolNames.coupon));
    await withPool(poolNames.coupon, { cap: (pool?.issued ?? 0) + 2 }, async () => {
      const answers = await send();
      expect(answers.filter(({ code }) => code === 0)).toHaveLength(2);
      expect(answers.filter(({ msg }) => msg === copy['server.coupon.total'])).toHaveLength(4);
    });
    // Whoever was refused answers again; whoever has it is told the same.
    for (const { data } of await send()) expect(data).toEqual({ correct: true });
    for (const { userId } of households) expect(await grantsOf(userId)).toHaveLength(2);
  });

  it("is refused when the day's coupons are granted, without counting in the pool", async () => {
    const household = await addHousehold(server.queries);
    const { questionId, right } = await fetchQuestion(household, server.url);
    const today = and(eq(grantDays.pool, poolNames.coupon), eq(grantDays.day, '2023-08-01'));
    const [day] = await server.queries.select().from(grantDays).where(today);
    const [pool] = await server.queries.select().from(grantPools).where(eq(grantPools.name, poolNames.coupon));
    await server.queries
      .update(grantDays)
      .set({ cap: day?.issued ?? 0 })
      .where(today);
    expect(await answerQuestion(household, server.url, questionId, right)).toEqual({
      code: 204,
      msg: copy['server.coupon.today'],
      data: null,
    });
    await server.queries.update(grantDays).set({ cap: campaignTerms.couponsPerDay }).where(today);
    expect(await server.queries.select().from(grantPools).where(eq(grantPools.name, poolNames.coupon))).toEqual([pool]);
  });

  it('grants the other allowance when one is used up, and only the coupon when both are', async () => {
    const [first, second] = campaignTerms.allowanceKinds.map(poolNames.allowance);
    const issued = async (name = '') =>
      (await server.queries.select().from(grantPools).where(eq(grantPools.name, name)))[0]?.issued ?? 0;
    const win = async () => {
      const household = await addHousehold(server.queries);
      const { questionId, right } = await fetchQuestion(household, server.url);
      await answerQuestion(household, server.url, questionId, right);
      return (await grantsOf(household.userId)).map(({ pool }) => pool).sort();
    };
    await withPool(first ?? '', { cap: await issued(first) }, async () => {
      expect(await win()).toEqual([second, poolNames.coupon]);
      await withPool(second ?? '', { cap: await issued(second) }, async () =>
        expect(await win()).toEqual([poolNames.coupon]),
      );
    });
  });

  it('is limited by the schema, whatever the code does', async () => {
    await expect(
      server.queries.update(grantPools).set({ issued: 5, cap: 4 }).where(eq(grantPools.name, poolNames.coupon)),
    ).rejects.toThrow();
    await expect(server.queries.update(grantDays).set({ issued: 5, cap: 4 })).rejects.toThrow();
  });
});

describe('a repeated answer', () => {
  it('is right again without a second grant, under its id or another, concurrently or later', async () => {
    const household = await addHousehold(server.queries);
    const { questionId, right } = await fetchQuestion(household, server.url);
    const requestId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => answerQuestion(household, server.url, questionId, right, requestId)),
    );
    answers.push(
      await answerQuestion(household, server.url, questionId, right),
      await answerQuestion(household, server.url, questionId, right, randomUUID()),
    );
    for (const answer of answers) expect(answer).toEqual({ code: 0, msg: '', data: { correct: true } });
    expect(await grantsOf(household.userId)).toHaveLength(2);
    expect(await prizesOf(household)).toHaveLength(2);
  });

  it("is right again even if the user isn't eligible any more", async () => {
    const household = await addHousehold(server.queries);
    const { questionId, right, wrong } = await fetchQuestion(household, server.url);
    await answerQuestion(household, server.url, questionId, right);
    await server.queries.update(accounts).set({ realNameVerified: false }).where(eq(accounts.userId, household.userId));
    expect((await answerQuestion(household, server.url, questionId, right)).data).toEqual({ correct: true });
    expect(await answerQuestion(household, server.url, questionId, wrong)).toMatchObject({
      code: 204,
      msg: copy['server.coupon.realName'],
    });
  });

  it('counts as wrong once under its id, and again without one', async () => {
    const household = await addHousehold(server.queries);
    const { questionId, wrong } = await fetchQuestion(household, server.url);
    const wrongAnswers = async () =>
      (await server.queries.select().from(quizProgress).where(eq(quizProgress.userId, household.userId)))[0]
        ?.wrongAnswers;
    const requestId = randomUUID();
    for (let times = 0; times < 3; times += 1)
      expect((await answerQuestion(household, server.url, questionId, wrong, requestId)).data).toEqual({
        correct: false,
      });
    expect(await wrongAnswers()).toBe(1);
    expect((await answerQuestion(household, server.url, questionId, wrong, randomUUID())).data).toEqual({
      correct: false,
    });
    expect(await wrongAnswers()).toBe(2);
  });

  it("isn't mistaken for another answer or another user", async () => {
    const [household, other] = [await addHousehold(server.queries), await addHousehold(server.queries)];
    const { questionId, right, wrong } = await fetchQuestion(household, server.url);
    const requestId = randomUUID();
    await answerQuestion(household, server.url, questionId, wrong, requestId);
    expect(await answerQuestion(household, server.url, questionId, right, requestId)).toEqual({
      code: 409,
      msg: copy['server.question.stale'],
      data: null,
    });
    expect(await answerQuestion(other, server.url, questionId, wrong, requestId)).toMatchObject({ code: 409 });
    expect(await grantsOf(household.userId)).toEqual([]);
  });

  it('gets no second coupon with another question, or with the right one answered wrong', async () => {
    const household = await addHousehold(server.queries);
    const first = await fetchQuestion(household, server.url);
    await answerQuestion(household, server.url, first.questionId, first.right);
    expect(await answerQuestion(household, server.url, first.questionId, first.wrong)).toEqual({
      code: 204,
      msg: copy['server.coupon.once'],
      data: null,
    });
    const second = await fetchQuestion(household, server.url, first.questionId);
    expect(await answerQuestion(household, server.url, second.questionId, second.right)).toEqual({
      code: 204,
      msg: copy['server.coupon.once'],
      data: null,
    });
    expect((await answerQuestion(household, server.url, first.questionId, first.right)).data).toEqual({
      correct: true,
    });
    expect(await grantsOf(household.userId)).toHaveLength(2);
  });

  it.each(['short', 'with space', 'x'.repeat(65)])('refuses the request id %j', async (requestId) => {
    const household = await addHousehold(server.queries);
    const { questionId, right } = await fetchQuestion(household, server.url);
    expect(await answerQuestion(household, server.url, questionId, right, requestId)).toMatchObject({ code: 400 });
  });
});
