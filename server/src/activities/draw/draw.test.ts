import { randomUUID } from 'node:crypto';
import { drawCalls, drawResultSchema, prizesSchema } from '@fridge/shared-contracts/activities/draw';
import { eq, inArray } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copy, giftCopy } from '../../edge/copy.ts';
import { nonces } from '../../admission/tables.ts';
import { fridges } from '../../households/tables.ts';
import { authorizationOf, callAs, pathOf, post, signed, tokenOf } from '../../testing/client.ts';
import { addHousehold, addHouseholds, type TestHousehold } from '../../testing/households.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { drawAudit, drawChances } from './tables.ts';
import { drawOutcomes, drawPrizes, prizeCodes } from '../../prizes/tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Makes every draw hit one level. */
async function rig(level: number, stock: number | null = 1_000): Promise<void> {
  await server.queries.update(drawOutcomes).set({ weight: 0 });
  await server.queries
    .update(drawOutcomes)
    .set({ weight: 1, stock: level === 0 ? null : stock })
    .where(eq(drawOutcomes.level, level));
}
const draw = (household: TestHousehold, requestId: string = randomUUID()) =>
  callAs(household, server.url, drawCalls.draw, { requestId });
const won = async (household: TestHousehold) => v.parse(drawResultSchema, (await draw(household)).data);
const surplus = async (household: TestHousehold) => (await callAs(household, server.url, drawCalls.getSurplusNum)).data;
const prizesOf = async (household: TestHousehold) =>
  v.parse(prizesSchema, (await callAs(household, server.url, drawCalls.myGift)).data);
beforeEach(() => rig(0));

describe('draw', () => {
  it('gives a physical prize, costs one chance, and shows in both lists', async () => {
    await rig(4);
    const household = await addHousehold(server.queries, { drawsLeft: 2 });
    const result = await won(household);
    expect(result).toMatchObject({ level: 4, giftName: giftCopy['draw.gift.4'], isVirtual: false, surplusNum: 1 });
    const [prize] = await prizesOf(household);
    expect(prize).toMatchObject({ id: result.id, level: 4, kind: 'draw', exchangeCode: '' });
    expect(Date.parse(prize?.deadline ?? '') - Date.parse(prize?.wonAt ?? '')).toBe(7 * 86_400_000);
    expect((await callAs(household, server.url, drawCalls.getMyGiftList)).data).toEqual(
      (await callAs(household, server.url, drawCalls.myGift)).data,
    );
    expect(await surplus(household)).toEqual({ surplusNum: 1, everHad: true, hasReport: false });
  });

  it('gives each code of a virtual prize once, and becomes thanks without one, its stock unchanged', async () => {
    await rig(3);
    await server.queries.insert(prizeCodes).values([
      { level: 3, code: 'CARD-1', pwd: 'p1' },
      { level: 5, code: 'OTHER', pwd: 'p2' },
    ]);
    const household = await addHousehold(server.queries, { drawsLeft: 3 });
    expect(await won(household)).toMatchObject({ level: 3, isVirtual: true });
    expect(await won(household)).toMatchObject({
      level: null,
      id: null,
      giftName: giftCopy['draw.gift.none'],
      surplusNum: 1,
    });
    const [prize, ...others] = await prizesOf(household);
    expect([prize, others]).toMatchObject([{ exchangeCode: 'CARD-1', exchangePwd: 'p1', isVirtual: true }, []]);
    expect(Date.parse(prize?.deadline ?? '') - Date.parse(prize?.wonAt ?? '')).toBe(3 * 86_400_000);
    expect((await server.queries.select().from(drawOutcomes).where(eq(drawOutcomes.level, 3)))[0]?.issued).toBe(1);
    const audited = await server.queries.select().from(drawAudit).where(eq(drawAudit.userId, household.userId));
    expect(
      audited.map(({ hitLevel, givenLevel, roll, totalWeight }) => ({ hitLevel, givenLevel, roll, totalWeight })),
    ).toEqual([
      { hitLevel: 3, givenLevel: 3, roll: 0, totalWeight: 1 },
      { hitLevel: 3, givenLevel: 0, roll: 0, totalWeight: 1 },
    ]);
  });

  it('answers a resent copy of the same request with the same result, also at the same time', async () => {
    await rig(4);
    const household = await addHousehold(server.queries, { drawsLeft: 3 });
    const form = signed({ requestId: randomUUID() });
    const send = async () =>
      post(`${server.url}${pathOf(drawCalls.draw)}`, form, { authorization: await authorizationOf(household.userId) });
    const [first, ...copies] = [...(await Promise.all([send(), send(), send()])), await send()];
    expect(first).toMatchObject({ code: 0, data: { level: 4, surplusNum: 2 } });
    for (const copied of copies) expect(copied).toEqual(first);
    expect(await surplus(household)).toMatchObject({ surplusNum: 2 });
    expect(await prizesOf(household)).toHaveLength(1);
  });

  it('uses up the nonce of each request that comes, of a copy and of one that is refused too', async () => {
    const household = await addHousehold(server.queries, { drawsLeft: 1 });
    const requestId = randomUUID();
    const forms = [{ requestId }, { requestId }, { requestId: randomUUID() }, { requestId: randomUUID() }].map(
      (fields) => signed(fields),
    );
    const authorization = await authorizationOf(household.userId);
    await Promise.all(forms.map((form) => post(`${server.url}${pathOf(drawCalls.draw)}`, form, { authorization })));
    const sent = forms.map(({ nonce }) => nonce ?? '');
    const used = await server.queries.select().from(nonces).where(inArray(nonces.nonce, sent));
    expect(used.map(({ nonce }) => nonce).toSorted()).toEqual(sent.toSorted());
  });

  it('is refused to a token without an account, and stores nothing', async () => {
    const household = await addHousehold(server.queries);
    const form = signed({ requestId: randomUUID() });
    const authorization = await authorizationOf('nobody', tokenOf('nobody'));
    const [answer] = await Promise.all([
      post(`${server.url}${pathOf(drawCalls.draw)}`, form, { authorization }),
      draw(household),
    ]);
    expect(answer).toEqual({ code: 204, msg: copy['server.account.unknown'], data: null });
    expect(await server.queries.$count(nonces, eq(nonces.nonce, form['nonce'] ?? ''))).toBe(0);
  });

  it("is refused to a user whose id can't be stored, and to nobody who asks with them", async () => {
    await rig(4);
    const household = await addHousehold(server.queries, { drawsLeft: 1 });
    const [strange, usual] = await Promise.all([draw({ ...household, userId: 'a\0b' }), draw(household)]);
    expect(strange).toEqual({ code: 204, msg: copy['server.account.unknown'], data: null });
    expect(usual).toMatchObject({ code: 0 });
  });

  it('becomes thanks when the prize is sold out', async () => {
    await rig(1, 1);
    const household = await addHousehold(server.queries, { drawsLeft: 2 });
    expect([(await won(household)).level, (await won(household)).level]).toEqual([1, null]);
  });

  it('gives the last prizes to as many of those that come together, and thanks to the rest', async () => {
    await rig(4, 3);
    await server.queries.update(drawOutcomes).set({ issued: 0 }).where(eq(drawOutcomes.level, 4));
    const households = await addHouseholds(server.queries, 6, { drawsLeft: 1 });
    const results = await Promise.all(households.map(won));
    expect(results.filter(({ level }) => level === 4)).toHaveLength(3);
    expect(results.filter(({ level }) => level === null)).toHaveLength(3);
    expect(results.map(({ surplusNum }) => surplusNum)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('answers those that come together each by its own rules', async () => {
    await rig(4);
    const [lucky] = await addHouseholds(server.queries, 1, { drawsLeft: 1 });
    const [never] = await addHouseholds(server.queries, 1);
    const [unbound] = await addHouseholds(server.queries, 1, { drawsLeft: 1, withoutFridge: true });
    if (lucky === undefined || never === undefined || unbound === undefined) throw new Error('no household was added');
    const requestId = randomUUID();
    const answers = await Promise.all([
      draw(lucky, requestId),
      draw(never),
      draw(lucky),
      draw(unbound),
      draw(lucky, requestId),
    ]);
    // Which of the two requests takes the one chance isn't decided; a request's copies agree.
    expect(answers[0]?.code).toBe(answers[4]?.code);
    expect([answers[0]?.code, answers[2]?.code].toSorted()).toEqual([0, 204]);
    expect(answers[1]?.msg).toBe(copy['server.draw.neverChance']);
    expect(answers[3]?.msg).toBe(copy['server.noFridge']);
    expect(await prizesOf(lucky)).toHaveLength(1);
  });

  it('repeats the answer to a repeated request, also without chances and concurrently', async () => {
    await rig(4);
    const household = await addHousehold(server.queries, { drawsLeft: 1 });
    const requestId = randomUUID();
    const [first, ...same] = await Promise.all(Array.from({ length: 5 }, () => draw(household, requestId)));
    expect(first?.code).toBe(0);
    for (const answer of [...same, await draw(household, requestId)]) expect(answer).toEqual(first);
    expect(await prizesOf(household)).toHaveLength(1);
    expect(await draw(household)).toEqual({ code: 204, msg: copy['server.draw.noChance'], data: null });
  });

  it('repeats the result with the chances that are left now', async () => {
    await rig(4);
    const household = await addHousehold(server.queries, { drawsLeft: 1 });
    const requestId = randomUUID();
    const read = async () => v.parse(drawResultSchema, (await draw(household, requestId)).data);
    const first = await read();
    await server.queries.update(drawChances).set({ chancesLeft: 1 }).where(eq(drawChances.userId, household.userId));
    expect([first.surplusNum, await read()]).toEqual([0, { ...first, surplusNum: 1 }]);
  });

  it('is refused to a household without a fridge, which keeps its chances and earlier results', async () => {
    await rig(4);
    const never = await addHousehold(server.queries, { withoutFridge: true, drawsLeft: 1 });
    expect(await draw(never)).toEqual({ code: 204, msg: copy['server.noFridge'], data: null });
    expect(await surplus(never)).toMatchObject({ surplusNum: 1 });
    const unbound = await addHousehold(server.queries, { drawsLeft: 2 });
    const requestId = randomUUID();
    const first = await draw(unbound, requestId);
    await server.queries.delete(fridges).where(eq(fridges.fridgeId, unbound.fridgeId));
    expect(await draw(unbound)).toMatchObject({ code: 204, msg: copy['server.noFridge'] });
    expect(await draw(unbound, requestId)).toEqual(first);
    expect(await prizesOf(unbound)).toHaveLength(1);
  });

  it("never reads another user's request", async () => {
    await rig(4);
    const [owner, other] = [await addHousehold(server.queries, { drawsLeft: 1 }), await addHousehold(server.queries)];
    const requestId = randomUUID();
    await draw(owner, requestId);
    expect(await draw(other, requestId)).toEqual({ code: 204, msg: copy['server.draw.neverChance'], data: null });
    expect(await surplus(other)).toEqual({ surplusNum: 0, everHad: false, hasReport: false });
  });

  it.each(['', 'short', 'with space', 'x'.repeat(65)])('refuses the request id %j', async (requestId) => {
    const household = await addHousehold(server.queries, { drawsLeft: 1 });
    expect(await draw(household, requestId)).toMatchObject({ code: 400 });
    expect(await surplus(household)).toEqual({ surplusNum: 1, everHad: true, hasReport: false });
  });
});

describe('saveAddress', () => {
  const recipient = { name: '<b>欧阳</b>小明 ', phone: '13912345678', address: '江苏省 南京市 玄武区 某路1号' };
  const save = (household: TestHousehold, id: string, change: Partial<typeof recipient & { id: string }> = {}) =>
    callAs(household, server.url, drawCalls.saveAddress, { id, ...recipient, ...change });

  async function winner(level: number): Promise<{ household: TestHousehold; id: string }> {
    await rig(level);
    await server.queries.insert(prizeCodes).values({ level: 6, code: randomUUID(), pwd: 'p' });
    const household = await addHousehold(server.queries, { drawsLeft: 1 });
    return { household, id: (await won(household)).id ?? '' };
  }

  it('stores a cleaned address with any phone, and changes it until the deadline', async () => {
    const { household, id } = await winner(2);
    expect((await save(household, id)).code).toBe(0);
    expect(await prizesOf(household)).toMatchObject([
      { userName: '欧阳小明', userPhone: recipient.phone, userAddress: recipient.address },
    ]);
    expect((await save(household, id, { name: '👨‍👩‍👧'.repeat(20) })).code).toBe(0);
    await server.queries
      .update(drawPrizes)
      .set({ deadline: new Date(server.clock.business() - 1) })
      .where(eq(drawPrizes.id, id));
    expect(await save(household, id)).toEqual({ code: 204, msg: copy['server.gift.expired'], data: null });
  });

  it('stores no invisible characters and no formula', async () => {
    const { household, id } = await winner(2);
    expect(
      (
        await save(household, id, {
          name: '\u202e=<scr<b>ipt>HYPERLINK("x")\u200b',
          address: '@江苏省\u2066 南京市\r\n玄武区\u001b[31m',
        })
      ).code,
    ).toBe(0);
    expect(await prizesOf(household)).toMatchObject([
      { userName: 'HYPERLINK("x")', userAddress: '江苏省 南京市 玄武区[31m' },
    ]);
    for (const nothing of ['\u200b\u3164', '=+-@', '\ufeff\u2800', '\u0301']) {
      expect(await save(household, id, { name: nothing })).toMatchObject({ code: 400 });
      expect(await save(household, id, { address: nothing })).toMatchObject({ code: 400 });
    }
  });

  it("refuses prizes that are another user's or virtual", async () => {
    const [mine, voucher] = [await winner(2), await winner(6)];
    for (const [household, id] of [
      [voucher.household, mine.id],
      [voucher.household, voucher.id],
      [mine.household, 'unknown'],
    ] as const) {
      expect(await save(household, id)).toEqual({ code: 403, msg: copy['server.gift.missing'], data: null });
    }
    expect(await prizesOf(mine.household)).toMatchObject([{ userName: '' }]);
  });

  it.each([
    { name: ' <i></i> ' },
    { name: '长'.repeat(21) },
    { phone: '12912345678' },
    { phone: '' },
    { address: '' },
    { id: '' },
    { address: '路'.repeat(201) },
  ])('refuses %j', async (change) => {
    const { household, id } = await winner(2);
    expect(await save(household, id, change)).toMatchObject({ code: 400 });
    expect(await prizesOf(household)).toMatchObject([{ userName: '' }]);
  });
});
