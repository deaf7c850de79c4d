import { answerSchema } from '@fridge/shared-contracts/page';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { reportCalls } from '@fridge/shared-contracts/activities/report';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reports } from '../activities/report/tables.ts';
import { copy } from '../edge/copy.ts';
import { accounts, fridges } from '../households/tables.ts';
import { authorizationOf, pathOf, post, signed } from '../testing/client.ts';
import { startTestServer, type TestServer, testOrigin } from '../testing/test-server.ts';
import { type DemoHousehold, demoHouseholds } from './demo-households.ts';
import { seedDemonstration } from './seed-demonstration.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ DEMO: '1' });
});
afterAll(() => server.close());

async function demo(name: string, body: unknown): Promise<v.InferOutput<typeof answerSchema>> {
  const response = await fetch(`${server.url}/demo/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  return v.parse(answerSchema, await response.json());
}

const tokenSchema = v.object({ accessToken: v.string() });

async function login(userId: string, scope?: string) {
  const { accessToken } = v.parse(tokenSchema, (await demo('login', { userId, ...(scope && { scope }) })).data);
  const authorization = await authorizationOf(userId, accessToken);
  return {
    authorization,
    isDirect: (fields: Record<string, string>) =>
      post(`${server.url}${pathOf(campaignCalls.isDirect)}`, signed(fields), { authorization }),
    report: (fridgeId: string) =>
      post(`${server.url}${pathOf(reportCalls.getReport)}`, signed({ fridgeId }), { authorization }),
    shareReport: () =>
      post(`${server.url}${pathOf(sharingCalls.annualRecord)}`, signed({ userId, type: recordType.sharedReport }), {
        authorization,
      }),
    surplus: () => post(`${server.url}${pathOf(drawCalls.getSurplusNum)}`, signed({}), { authorization }),
  };
}

/** The quiz's answer to a household, by the architecture's table. */
function expectedEntry(row: DemoHousehold): { code: number; msg: string; data: unknown } {
  const notice = (words: keyof typeof copy) => ({ code: 204, msg: copy[words], data: null });
  if (row.fridge === undefined) return notice('server.noFridge');
  if (row.grid === undefined) return notice('server.coupon.region');
  if (row.realNameVerified === undefined) return notice('server.coupon.realName');
  return { code: 0, msg: '', data: row.couponGranted ? null : {} };
}

describe('the demonstration', () => {
  it.each(demoHouseholds)("answers $userId's entry to the quiz by its row", async (row) => {
    const user = await login(row.userId);
    const fields = { userId: row.userId, phone: row.phone, homeId: row.homeId, fridgeId: row.fridge?.fridgeId ?? '' };
    expect(await user.isDirect(fields)).toEqual(expectedEntry(row));
    expect((await user.surplus()).data).toEqual({
      surplusNum: row.drawsLeft ?? 0,
      everHad: row.drawsLeft !== undefined,
      hasReport: row.report !== undefined,
    });
  });

  it.each(demoHouseholds)(
    'shows the report of $userId by its row, and its share adds a draw if there is one',
    async ({ userId, fridge, report }) => {
      const link = await login(userId, 'report');
      const answer = await link.report(fridge?.fridgeId ?? '');
      expect(answer).toEqual(
        fridge === undefined
          ? { code: 204, msg: copy['server.noFridge'], data: null }
          : { code: 0, msg: '', data: report ?? null },
      );
      expect(await link.shareReport()).toMatchObject({ code: 401 });
      expect(await (await login(userId)).shareReport()).toMatchObject({
        code: 0,
        data: { added: report === undefined ? 0 : 1 },
      });
    },
  );

  it('has a household for every kind of entry', () => {
    expect(new Set(demoHouseholds.map((row) => JSON.stringify(expectedEntry(row)))).size).toBe(5);
  });

  it('lists its households with what the stand-in app shows', async () => {
    const { data } = await demo('households', {});
    const rows = demoHouseholds.map(({ userId, nickName, phone, homeId, description, fridge }) => ({
      userId,
      nickName,
      mobile: phone,
      homeId,
      description,
      headImgUrl: '',
      fridges: fridge ? [fridge] : [],
    }));
    expect(data).toEqual(rows);
    const asked = await fetch(`${server.url}/demo/households`);
    expect(v.parse(answerSchema, await asked.json()).data).toEqual(rows);
  });

  it('binds a fridge to a home without one', async () => {
    const row = demoHouseholds.find(({ fridge }) => fridge === undefined);
    const userId = row?.userId ?? '';
    const { data: fridge } = await demo('addDevice', { userId });
    expect(await demo('home', { userId })).toMatchObject({ data: { homeId: row?.homeId, fridges: [fridge] } });
    const { fridgeId } = v.parse(v.object({ fridgeId: v.string() }), fridge);
    expect(await (await login(userId)).isDirect({ userId, fridgeId })).toMatchObject({
      msg: copy['server.coupon.region'],
    });
  });

  it("answers the central cloud's user request, and accepts forms", async () => {
    const [row] = demoHouseholds;
    const userId = row?.userId ?? '';
    const { authorization } = await login(userId);
    expect(await post(`${server.url}/cloud/user`, {}, { authorization })).toMatchObject({
      code: 0,
      data: { userId, mobile: row?.phone, home: { homeId: row?.homeId } },
    });
    expect(await post(`${server.url}/cloud/user`, {})).toMatchObject({ code: 401 });
    expect(await post(`${server.url}/demo/profile`, { userId })).toMatchObject({
      code: 0,
      data: { userId, nickName: row?.nickName },
    });
  });

  it('is seeded once', async () => {
    const fridgeId = demoHouseholds[0]?.fridge?.fridgeId ?? '';
    const fields = { yearOpenNum: 5 };
    await server.queries.update(reports).set({ fields }).where(eq(reports.fridgeId, fridgeId));
    const users = await server.queries.$count(accounts);
    await seedDemonstration(server.queries, server.clock);
    expect(await server.queries.select().from(reports).where(eq(reports.fridgeId, fridgeId))).toMatchObject([
      { fields },
    ]);
    expect(await server.queries.$count(accounts)).toBe(users);
  });

  it('issues report tokens, which give no access to the account', async () => {
    const userId = demoHouseholds[0]?.userId ?? '';
    expect(await (await login(userId, 'report')).surplus()).toMatchObject({ code: 401 });
  });

  it.each([
    ['login', {}],
    ['login', { userId: 'nobody' }],
    ['login', { userId: 7 }],
    ['home', []],
    ['profile', null],
    ['addDevice', { userId: '' }],
  ])('refuses %s with %j', async (name, body) => {
    expect(await demo(name, body)).toMatchObject({ code: 400, msg: copy['server.param'] });
  });

  it('answers device configs of its fridges', async () => {
    const infoOf = async (sn8: string) => {
      const response = await fetch(
        `${server.url}/getInfo?${new URLSearchParams(signed({ sn: sn8.slice(3) })).toString()}`,
      );
      return v.parse(answerSchema, await response.json());
    };
    const known = [...new Set(demoHouseholds.flatMap(({ fridge }) => fridge?.sn8 ?? []))];
    expect(await Promise.all(known.map(async (sn8) => (await infoOf(sn8)).data))).toEqual([
      { highBrand: 0, devType: '' },
      { highBrand: 1, devType: '' },
      { highBrand: 0, devType: 'sub' },
    ]);
    expect((await infoOf('99999999')).data).toEqual({ highBrand: 0, devType: '' });
    const unsigned = await fetch(`${server.url}/getInfo?sn=0B001`);
    expect(v.parse(answerSchema, await unsigned.json()).code).toBe(400);
  });

  it('writes no phone, token, code or name into its log', async () => {
    const secrets = demoHouseholds.flatMap(({ phone, nickName }) => [phone, nickName]);
    const userId = demoHouseholds[0]?.userId ?? '';
    const { authorization } = await login(userId);
    const prizes = await post(`${server.url}${pathOf(drawCalls.myGift)}`, signed({}), { authorization });
    const codes = v.parse(v.array(v.object({ exchangeCode: v.string(), exchangePwd: v.string() })), prizes.data);
    secrets.push(
      authorization,
      authorization.slice(6),
      ...codes.flatMap(({ exchangeCode, exchangePwd }) => [exchangeCode, exchangePwd]).filter((code) => code !== ''),
    );
    await fetch(`${server.url}/activity/secret-path?phone=${secrets[0]}`, { method: 'POST', body: 'broken' });
    const log = server.logged.join('');
    expect(server.logged.length).toBeGreaterThan(10);
    expect(codes.some(({ exchangeCode }) => exchangeCode !== '')).toBe(true);
    for (const secret of secrets) expect(log).not.toContain(secret);
  });
});

describe('pages of other origins', () => {
  const asPage = (origin: string, name: string, userId = demoHouseholds[0]?.userId ?? '') =>
    post(`${server.url}/demo/${name}`, { userId }, { origin });

  it.each(['login', 'addDevice', 'households', 'home'])('may not use %s', async (name) => {
    const before = await server.queries.$count(fridges);
    for (const origin of ['https://evil.example', 'null', `${testOrigin}.evil.example`]) {
      expect(await asPage(origin, name)).toEqual({ code: 403, msg: copy['server.param'], data: null });
    }
    expect(await server.queries.$count(fridges)).toBe(before);
    expect(await asPage(testOrigin, 'login')).toMatchObject({ code: 0 });
  });
});

it('limits fridges per home, also for concurrent calls', async () => {
  const userId = demoHouseholds[1]?.userId ?? '';
  const answers = await Promise.all(Array.from({ length: 12 }, () => demo('addDevice', { userId })));
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(7);
  expect(answers.find(({ code }) => code !== 0)).toMatchObject({ code: 429, msg: copy['server.busy'] });
});

it('limits body size and calls per address', { timeout: 60_000 }, async () => {
  const own = await startTestServer({ DEMO: '1' });
  try {
    expect(await post(`${own.url}/demo/login`, { userId: 'U'.repeat(5_000) })).toMatchObject({ code: 413 });
    const codes: number[] = [];
    for (let round = 0; round < 13; round += 1) {
      codes.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, async () => (await post(`${own.url}/demo/profile`, {})).code),
        )),
      );
    }
    expect(codes.filter((code) => code === 400)).toHaveLength(599);
    expect(codes.filter((code) => code === 429)).toHaveLength(51);
    expect(await (await fetch(`${own.url}/health`)).json()).toMatchObject({ code: 0 });
  } finally {
    await own.close();
  }
});
