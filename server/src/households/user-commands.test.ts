import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { grants } from '../activities/campaign/tables.ts';
import { works } from '../activities/contest/tables.ts';
import { draws } from '../activities/draw/tables.ts';
import { drawOutcomes, drawPrizes, prizeCodes } from '../prizes/tables.ts';
import { accounts, fridges, homes } from './tables.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { askOperator } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { commands } from '../commands/all.ts';
import { events } from '../history/tables.ts';

let server: TestServer;
let household: TestHousehold;
beforeAll(async () => {
  server = await startTestServer();
  household = await addHousehold(server.queries, { drawsLeft: 2, report: { yearOpenNum: 3 } });
});
afterAll(() => server.close());

const ask = async (request: object) =>
  (await askOperator(join(server.folder, 'operator.sock'), { command: 'users show', by: 'Lin', ...request }))[0];
const show = async (who: string, options: object = {}) =>
  v.parse(commands['users show'].answer, (await ask({ who, ...options }))?.data);
const looks = () => server.queries.select().from(events).orderBy(asc(events.id));
const masked = ({ phone }: TestHousehold) => `${phone.slice(0, 3)}****${phone.slice(-4)}`;

it.each([
  ['id', () => household.userId],
  ['phone', () => household.phone],
  ['fridge', () => household.fridgeId],
] as const)('finds a user by %s, and writes the look down without the phone', async (foundBy, who) => {
  const before = (await looks()).length;
  expect(await show(who(), { why: 'a question' })).toMatchObject({
    foundBy,
    account: { userId: household.userId, phone: masked(household), realNameVerified: true },
    homes: [{ homeId: household.homeId, fridges: [{ fridgeId: household.fridgeId, hasReport: true }] }],
    chancesLeft: 2,
    draws: [],
    prizes: [],
    works: [],
  });
  expect((await looks()).slice(before)).toMatchObject([
    { command: 'users show', about: [household.userId], by: 'Lin', why: 'a question', way: 'command' },
  ]);
});

it('shows the whole phone when asked to, and writes that down', async () => {
  expect(await show(household.userId, { full: true })).toMatchObject({ account: { phone: household.phone } });
  expect((await looks()).at(-1)).toMatchObject({ about: [household.userId], changes: [{ path: 'whole phone' }] });
});

it('shows draws, coupons, prizes with their state and works with their status, and no code or recipient', async () => {
  const winner = await addHousehold(server.queries);
  const { userId } = winner;
  const [then, later] = [new Date('2023-08-01T00:00:00Z'), new Date('2023-08-08T00:00:00Z')];
  await server.queries.insert(draws).values([
    { userId, requestId: randomUUID(), level: 2, prizeId: 'p-2', chancesLeft: 1, drawnAt: then },
    { userId, requestId: randomUUID(), level: null, chancesLeft: 0, drawnAt: later },
  ]);
  await server.queries.insert(drawOutcomes).values({ level: 3, weight: 0 }).onConflictDoNothing();
  await server.queries.insert(drawPrizes).values([
    {
      id: 'p-2',
      userId,
      level: 2,
      isVirtual: false,
      wonAt: then,
      deadline: later,
      recipientName: '收件人',
      recipientPhone: '13711112222',
      recipientAddress: '南京路',
    },
    { id: 'p-3', userId, level: 3, isVirtual: true, wonAt: later, deadline: later },
  ]);
  await server.queries.insert(prizeCodes).values({ level: 3, code: 'SECRET-CODE', pwd: 'SECRET-PWD', prizeId: 'p-3' });
  await server.queries.insert(grants).values({
    id: 'g-1',
    userId,
    kind: 'coupon',
    pool: 'coupon',
    exchangeCode: 'SECRET-COUPON',
    exchangePwd: 'SECRET-PWD',
    grantedAt: then,
    deadline: later,
  });
  const texts = {
    desc: '',
    phone: '13711112222',
    devicePhone: '',
    fridgeId: '',
    spec: '',
    nickName: '',
    headImgUrl: '',
    cookTime: '',
    materials: '',
    tips: '',
  };
  await server.queries.insert(works).values({
    ...texts,
    id: 'w1',
    userId,
    kind: 'recipe',
    cookName: '红烧肉',
    status: -1,
    mark: '不清晰',
    addedAt: then,
    submittedAt: then,
  });

  const shown = await show(userId);
  expect(shown).toMatchObject({
    chancesLeft: null,
    drawsInAll: 2,
    draws: [
      { level: null, giftName: '谢谢参与' },
      { level: 2, giftName: '三明治机' },
    ],
    grants: [{ kind: 'coupon', giftName: '10元电费券' }],
    prizes: [
      { id: 'p-3', state: 'code' },
      { id: 'p-2', state: 'toShip', trackingNumber: null },
    ],
    works: [{ id: 'w1', status: 'rejected', mark: '不清晰', cookName: '红烧肉' }],
  });
  expect(JSON.stringify(shown)).not.toMatch(/SECRET|收件人|13711112222|南京路/);
});

it('lists the looks, newest first, those about one user and of one day', async () => {
  const other = await addHousehold(server.queries);
  await show(other.userId, { why: 'one' });
  await show(other.userId, { why: 'two', full: true });
  const at = new Date('2023-08-01T16:30:00Z');
  const entry = { by: 'Lin', way: 'command', at, businessAt: at, command: 'prizes recipients' } as const;
  await server.queries.insert(events).values({ ...entry, about: [other.userId] });
  const listed = async (filter: object) => {
    const [answer] = await askOperator(join(server.folder, 'operator.sock'), { command: 'history', ...filter });
    return v.parse(commands.history.answer, answer?.data);
  };
  const { events: rows } = await listed({ about: other.userId });
  expect(rows).toMatchObject([
    { command: 'prizes recipients', at: '2023-08-02T00:30:00+08:00' },
    { command: 'users show', why: 'two', by: 'Lin', way: 'command', about: [other.userId] },
    { command: 'users show', why: 'one' },
  ]);
  expect((await listed({ day: '2023-08-02' })).events).toEqual([rows[0]]);
  const first = await listed({ about: other.userId, limit: 2 });
  expect((await listed({ about: other.userId, limit: 2, before: first.next })).events).toEqual([rows[2]]);
});

it('shows an account without phone and home', async () => {
  await server.queries.insert(accounts).values({ userId: 'alone' });
  expect(await show('alone')).toMatchObject({ account: { phone: null }, homes: [] });
});

it.each([
  ['nobody', 'There is no user with the id, the phone or the fridge nobody.'],
  ['13612349876', 'There is no user with the id, the phone or the fridge 136****9876.'],
])('says that nobody is %s, and logs no phone', async (who, error) => {
  const before = (await looks()).length;
  expect(await ask({ who })).toMatchObject({ ok: false, error });
  expect((await looks()).length).toBe(before);
  expect(server.logged.join('')).not.toContain('13612349876');
});

it.each([{ who: '' }, { who: 'x'.repeat(65) }, { who: 'a', by: '' }])('refuses %j', async (request) =>
  expect(await ask(request)).toMatchObject({ ok: false }),
);

it('finds by an index, however many there are', async () => {
  const plans = await server.queries.transaction(async (transaction) => {
    await transaction.execute(sql`set local enable_seqscan = off`);
    const queries = [
      transaction.select().from(accounts).where(eq(accounts.phone, household.phone)),
      transaction.select().from(accounts).where(eq(accounts.userId, household.userId)),
      transaction
        .select()
        .from(fridges)
        .innerJoin(homes, eq(homes.homeId, fridges.homeId))
        .where(eq(fridges.fridgeId, household.fridgeId)),
      transaction.select().from(homes).where(eq(homes.userId, household.userId)),
      transaction.select().from(draws).where(eq(draws.userId, household.userId)),
      transaction.select().from(drawPrizes).where(eq(drawPrizes.userId, household.userId)),
      transaction.select().from(works).where(eq(works.userId, household.userId)),
    ];
    return Promise.all(queries.map((query) => transaction.execute(sql`explain ${query.getSQL()}`)));
  });
  for (const plan of plans) expect(JSON.stringify(plan)).not.toContain('Seq Scan');
});
