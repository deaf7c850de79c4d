import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { drawCalls, prizesSchema } from '@fridge/shared-contracts/activities/draw';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { asc, eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answeredCalls } from '../activities/answered-calls.ts';
import { grantAudit, grantPools, grants } from '../activities/campaign/tables.ts';
import { drawChances } from '../activities/draw/tables.ts';
import { commands } from '../commands/all.ts';
import { copy } from '../edge/copy.ts';
import { events } from '../history/tables.ts';
import { drawOutcomes, drawPrizes, prizeCodes } from '../prizes/tables.ts';
import { answerQuestion, callAs, fetchQuestion } from '../testing/client.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { askOperator } from '../testing/operator.ts';
import { addPrize, recipient, storedRecipient } from '../testing/prizes.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { accounts } from './tables.ts';

let server: TestServer;
let user: TestHousehold;
beforeAll(async () => {
  server = await startTestServer();
  await server.queries.update(drawOutcomes).set({ stock: 1_000 }).where(eq(drawOutcomes.level, 2));
  await server.queries.update(drawOutcomes).set({ stock: 1_000 }).where(eq(drawOutcomes.level, 3));
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await addHousehold(server.queries, { drawsLeft: 2 });
});

const ask = async (command: string, fields: object = {}) => {
  const [answer] = await askOperator(join(server.folder, 'operator.sock'), { command, why: 'a case', ...fields });
  if (answer === undefined) throw new Error('no answer');
  return answer;
};
const lastEvent = async () => (await server.queries.select().from(events).orderBy(asc(events.id))).at(-1);
const undo = async (more: object = {}) => ask('undo', { event: (await lastEvent())?.id, ...more });
const chances = async () =>
  (await server.queries.select().from(drawChances).where(eq(drawChances.userId, user.userId)))[0]?.chancesLeft;
const draw = (requestId: string = randomUUID()) => callAs(user, server.url, drawCalls.draw, { requestId });
const blocked = { code: 204, msg: copy['server.account.blocked'] };

describe('users chance', () => {
  it.each(['userId', 'phone', 'fridgeId'] as const)('gives chances to the user of a %s, with one event', async (by) => {
    expect(await ask('users chance', { who: user[by], add: 3 })).toMatchObject({
      ok: true,
      data: { userId: user.userId, added: 3, chancesLeft: 5 },
    });
    expect(await chances()).toBe(5);
    expect(await lastEvent()).toMatchObject({
      command: 'users chance',
      about: [user.userId],
      why: 'a case',
      changes: [{ path: 'chances', before: 2, after: 5 }],
    });
  });

  it('changes nothing in a dry run', async () => {
    const before = await lastEvent();
    expect(await ask('users chance', { who: user.userId, dryRun: true })).toMatchObject({ data: { chancesLeft: 3 } });
    expect(await chances()).toBe(2);
    expect(await lastEvent()).toEqual(before);
  });

  it('gives a first chance, which can be taken back and given again', async () => {
    user = await addHousehold(server.queries);
    await ask('users chance', { who: user.userId });
    expect(await chances()).toBe(1);
    expect(await undo()).toMatchObject({ ok: true });
    expect(await chances()).toBe(0);
    expect(await undo()).toMatchObject({ ok: true });
    expect(await chances()).toBe(1);
  });

  it('takes back no more than is left', async () => {
    await ask('users chance', { who: user.userId, add: 3 });
    for (let drawn = 0; drawn < 3; drawn += 1) expect((await draw()).code).toBe(0);
    expect(await undo()).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^Only 2 of the 3 chances of event/),
    });
    expect(await chances()).toBe(2);
  });

  it.each([
    [{ who: 'nobody' }, 'There is no user with the id, the phone or the fridge nobody.'],
    [{ who: '+86 136 1234 9876' }, 'There is no user with the id, the phone or the fridge 136****9876.'],
    [{ add: 0 }, 'add: at least 1'],
    [{ add: 101 }, 'add: at most 100'],
    [{ add: 1.5 }, 'add: a whole number'],
    [{ why: '' }, 'why: a reason'],
  ])('refuses %j', async (fields, error) => {
    expect(await ask('users chance', { who: user.userId, ...fields })).toMatchObject({ ok: false, error });
    expect(await chances()).toBe(2);
  });
});

describe('users block', () => {
  it('is told to the user on each call that gives or takes something, and on no other', async () => {
    await ask('users block', { who: user.phone });
    const reads = new Set([
      'getSurplusNum',
      'getMyGiftList',
      'myGift',
      'getMyPrize',
      'get.do',
      'getMyWorks',
      'getWorkDetail',
    ]);
    for (const { call } of answeredCalls) {
      const given: Record<string, string> = {
        ...user,
        correctAnswer: 'A',
        requestId: randomUUID(),
        devicePhone: user.phone,
      };
      const fields = Object.fromEntries(call.required.map((name) => [name, given[name] ?? '1']));
      const { code, msg } = await callAs(user, server.url, call, fields);
      const isRead = typeof call.path === 'string' && reads.has(call.path.split('/').at(-1) ?? '');
      expect([call.path, msg === copy['server.account.blocked'] && code === 204]).toEqual([call.path, !isRead]);
    }
    expect(await chances()).toBe(2);
  });

  it('repeats what a draw and a right answer gave before', async () => {
    const requestId = randomUUID();
    const first = await draw(requestId);
    const { questionId, right } = await fetchQuestion(user, server.url);
    expect((await answerQuestion(user, server.url, questionId, right)).code).toBe(0);
    await ask('users block', { who: user.userId });
    expect(await draw(requestId)).toEqual(first);
    expect(await answerQuestion(user, server.url, questionId, right)).toMatchObject({ data: { correct: true } });
    expect(await draw()).toMatchObject(blocked);
  });

  it('is shown with its reason, ended by unblock, and undone both ways', async () => {
    expect(await ask('users block', { who: user.userId, dryRun: true })).toMatchObject({ data: { blocked: true } });
    expect((await draw()).code).toBe(0);
    await ask('users block', { who: user.userId, why: 'sells prizes' });
    expect(await lastEvent()).toMatchObject({
      about: [user.userId],
      changes: [{ path: 'blocked', before: false, after: true }],
    });
    const { account } = v.parse(commands['users show'].answer, (await ask('users show', { who: user.userId })).data);
    expect(account.blocked).toMatch(/by Lin .*"sells prizes"/);
    expect(await ask('users block', { who: user.userId })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/is blocked already\. Event \d+ by Lin .*"sells prizes"/),
    });
    await ask('users unblock', { who: user.userId });
    expect(await undo()).toMatchObject({ ok: true });
    expect(await draw()).toMatchObject(blocked);
    expect(await undo()).toMatchObject({ ok: true });
    expect((await draw()).code).toBe(0);
    expect(await ask('users unblock', { who: user.userId })).toMatchObject({
      ok: false,
      error: `${user.userId} isn't blocked. See users show.`,
    });
  });

  it('is not undone over a later decision', async () => {
    await ask('users block', { who: user.userId });
    const event = (await lastEvent())?.id;
    await ask('users unblock', { who: user.userId });
    await ask('users block', { who: user.userId });
    expect(await undo({ event })).toMatchObject({ ok: false, error: expect.stringContaining('was changed since') });
    expect(await draw()).toMatchObject(blocked);
  });

  it('tells who was slower', async () => {
    await ask('users chance', { who: user.userId });
    const expected = (await lastEvent())?.id;
    await ask('users chance', { who: user.userId, by: 'Wang' });
    expect(await ask('users block', { who: user.userId, expected })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/was changed since event \d+, and nothing was done:\n {2}\d+ by Wang/),
    });
    expect((await draw()).code).toBe(0);
  });

  it('outlives an import of the account', async () => {
    await ask('users block', { who: user.userId });
    const file = { text: JSON.stringify({ account: { userId: user.userId, nickName: '新名字' } }) };
    expect(await ask('households import', { file })).toMatchObject({ ok: true });
    const [account] = await server.queries.select().from(accounts).where(eq(accounts.userId, user.userId));
    expect(account).toMatchObject({ nickName: '新名字', blockedBy: expect.any(Number) });
  });
});

describe('prizes revoke and replace', () => {
  const mine = async () => [
    ...v.parse(prizesSchema, (await callAs(user, server.url, drawCalls.myGift)).data),
    ...v.parse(prizesSchema, (await callAs(user, server.url, drawCalls.getMyPrize)).data),
  ];
  const prize = (change: Parameters<typeof addPrize>[3] = {}) =>
    addPrize(server.queries, user, new Date(server.clock.business()), change);
  async function virtualPrize(): Promise<string> {
    const id = await prize({ level: 3, isVirtual: true });
    await server.queries.insert(prizeCodes).values([
      { level: 3, code: randomUUID(), pwd: 'p', prizeId: id },
      { level: 3, code: randomUUID(), pwd: 'p' },
    ]);
    return id;
  }
  async function answered() {
    const { questionId, right } = await fetchQuestion(user, server.url);
    expect((await answerQuestion(user, server.url, questionId, right)).code).toBe(0);
    const held = await server.queries.select().from(grants).where(eq(grants.userId, user.userId));
    const grantOf = (kind: string) => held.find((grant) => grant.kind === kind);
    return { questionId, coupon: grantOf('coupon'), allowance: grantOf('allowance') };
  }
  const counted = async () => ({
    outcomes: await server.queries.select().from(drawOutcomes).orderBy(drawOutcomes.level),
    pools: await server.queries.select().from(grantPools).orderBy(grantPools.name),
    codes: await server.queries.$count(prizeCodes),
  });

  it('a revoked prize stays in the list without its code, and comes back by undo; nothing returns to the stock', async () => {
    const id = await virtualPrize();
    const [before] = await mine();
    const counts = await counted();
    expect(await ask('prizes revoke', { id, dryRun: true })).toMatchObject({ ok: true });
    expect(await mine()).toEqual([before]);
    expect(await ask('prizes revoke', { id })).toMatchObject({
      data: { id, userId: user.userId, giftName: '超市卡' },
    });
    expect(await lastEvent()).toMatchObject({
      about: [`prize ${id}`, user.userId],
      changes: [{ path: 'revoked', before: false, after: true }],
    });
    expect(await mine()).toMatchObject([{ id, isRevoked: true, isReplaced: false, exchangeCode: '', exchangePwd: '' }]);
    expect(await counted()).toEqual(counts);
    expect(await ask('prizes revoke', { id })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^Prize .* is revoked already\. Event \d+ by Lin/),
    });
    expect(await undo()).toMatchObject({ ok: true });
    expect(await mine()).toEqual([before]);
    expect(await undo()).toMatchObject({ ok: true });
    expect(await mine()).toMatchObject([{ isRevoked: true }]);
  });

  it('a revoked prize takes no address and is not shipped', async () => {
    const id = await prize();
    await ask('prizes revoke', { id });
    expect(await callAs(user, server.url, drawCalls.saveAddress, { id, ...recipient })).toMatchObject({
      code: 204,
      msg: copy['server.gift.revoked'],
    });
    expect(await ask('prizes ship', { id, carrier: '顺丰速运', trackingNumber: 'SF12345' })).toMatchObject({
      ok: false,
      error: `Prize ${id} is not shipped: it was revoked.`,
    });
    const listed = await ask('prizes list', { user: user.userId, state: 'revoked', why: undefined });
    expect(v.parse(commands['prizes list'].answer, listed.data).prizes).toMatchObject([{ id }]);
  });

  it('one that may be packed needs to be confirmed, and one that is shipped is refused', async () => {
    const id = await prize(storedRecipient);
    for (const command of ['prizes revoke', 'prizes replace']) {
      expect(await ask(command, { id })).toMatchObject({ ok: false, error: expect.stringContaining('--confirm') });
      expect(await ask(command, { id, confirmed: true, dryRun: true })).toMatchObject({ ok: true });
    }
    await ask('prizes ship', { id, carrier: '顺丰速运', trackingNumber: 'SF12345' });
    for (const command of ['prizes revoke', 'prizes replace'])
      expect(await ask(command, { id, confirmed: true })).toMatchObject({
        ok: false,
        error: expect.stringMatching(/is shipped: 顺丰速运, number SF12345\. Ask .*--correct\.$/),
      });
    expect(await mine()).toMatchObject([{ id, isRevoked: false }]);
  });

  it('another virtual prize has another code of the same stock', async () => {
    const id = await virtualPrize();
    const [before] = await mine();
    const issued = async () =>
      (await server.queries.select().from(drawOutcomes).where(eq(drawOutcomes.level, 3)))[0]?.issued ?? 0;
    const taken = await issued();
    const { replacedBy } = v.parse(commands['prizes replace'].answer, (await ask('prizes replace', { id })).data);
    const [former, next] = (await mine()).toSorted((one, other) => Number(other.isRevoked) - Number(one.isRevoked));
    expect(former).toMatchObject({ id, isRevoked: true, isReplaced: true, exchangeCode: '' });
    expect(next).toMatchObject({ id: replacedBy, level: 3, isRevoked: false });
    expect(next?.exchangeCode).not.toBe(before?.exchangeCode);
    expect(next?.exchangeCode).not.toBe('');
    expect(await issued()).toBe(taken + 1);
    expect(await undo()).toMatchObject({ ok: false, error: expect.stringContaining("can't be undone") });
  });

  it('an address goes along to the new parcel', async () => {
    const id = await prize(storedRecipient);
    const answer = await ask('prizes replace', { id, confirmed: true });
    const { replacedBy } = v.parse(commands['prizes replace'].answer, answer.data);
    const [next] = await server.queries.select().from(drawPrizes).where(eq(drawPrizes.id, replacedBy));
    expect(next).toMatchObject({ ...storedRecipient, revokedAt: null, shippedAt: null });
    expect(JSON.stringify(await lastEvent())).not.toContain(recipient.phone);
  });

  it('without stock or code nothing is revoked', async () => {
    const id = await prize({ level: 1 });
    await server.queries.update(drawOutcomes).set({ stock: 0 }).where(eq(drawOutcomes.level, 1));
    expect(await ask('prizes replace', { id })).toMatchObject({
      ok: false,
      error: expect.stringContaining('Raise its stock first'),
    });
    expect(await mine()).toMatchObject([{ id, isRevoked: false }]);
  });

  it('a revoked coupon is told in the campaign, and no answer brings another', async () => {
    const { questionId: first, coupon: held } = await answered();
    await ask('prizes revoke', { id: held?.id });
    expect(await callAs(user, server.url, campaignCalls.isDirect, user)).toMatchObject({
      code: 204,
      msg: copy['server.coupon.revoked'],
    });
    const { questionId, right } = await fetchQuestion(user, server.url, first);
    expect(await answerQuestion(user, server.url, questionId, right)).toMatchObject({ code: 204 });
    expect(await mine()).toMatchObject([
      { kind: 'coupon', isRevoked: true, exchangeCode: '' },
      { kind: 'allowance', isRevoked: false },
    ]);
    expect(await undo()).toMatchObject({ ok: true });
    expect(await callAs(user, server.url, campaignCalls.isDirect, user)).toMatchObject({ code: 0, data: null });
  });

  it.each(['coupon', 'allowance'] as const)(
    'another %s counts in its pool, and has a row in the audit',
    async (kind) => {
      const held = (await answered())[kind];
      const pool = held?.pool ?? '';
      const issued = async () =>
        (await server.queries.select().from(grantPools).where(eq(grantPools.name, pool)))[0]?.issued ?? 0;
      const before = await issued();
      const answer = await ask('prizes replace', { id: held?.id });
      const { replacedBy } = v.parse(commands['prizes replace'].answer, answer.data);
      expect(await issued()).toBe(before + 1);
      const [audited] = await server.queries.select().from(grantAudit).where(eq(grantAudit.grantId, replacedBy));
      expect(audited).toMatchObject({ pool, poolIssued: before + 1, cause: `in place of ${held?.id}` });
      const shown = (await mine()).filter((each) => each.kind === kind);
      expect(shown.map(({ id, isReplaced }) => [id, isReplaced])).toEqual([
        [held?.id, true],
        [replacedBy, false],
      ]);
      expect(await callAs(user, server.url, campaignCalls.isDirect, user)).toMatchObject({ code: 0, data: null });
      await server.queries
        .update(grantPools)
        .set({ cap: before + 1 })
        .where(eq(grantPools.name, pool));
      expect(await ask('prizes replace', { id: replacedBy })).toMatchObject({
        ok: false,
        error: `No ${pool} is left in all. Raise it first: coupons set ${pool} --cap <n>.`,
      });
      await server.queries.update(grantPools).set({ cap: 100_000 }).where(eq(grantPools.name, pool));
    },
  );

  it.each(['prizes revoke', 'prizes replace'])('%s refuses what is none', async (command) => {
    expect(await ask(command, { id: 'nothing' })).toMatchObject({
      ok: false,
      error: 'There is no prize, coupon or allowance nothing. users show and prizes list have the ids.',
    });
    expect(await ask(command, { id: '' })).toMatchObject({ ok: false });
    expect(await ask(command, { id: 'x', why: '' })).toMatchObject({ ok: false, error: 'why: a reason' });
  });
});
