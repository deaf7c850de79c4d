import { join } from 'node:path';
import { drawCalls, prizesSchema } from '@fridge/shared-contracts/activities/draw';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copy } from '../edge/copy.ts';
import { commands } from '../commands/all.ts';
import { events } from '../history/tables.ts';
import { callAs } from '../testing/client.ts';
import { sentRecipe } from '../testing/contest.ts';
import { addHousehold, type TestHousehold } from '../testing/households.ts';
import { askOperator } from '../testing/operator.ts';
import { accounts } from '../households/tables.ts';
import { addPrize, recipient, storedRecipient } from '../testing/prizes.ts';
import { contestClock, startTestServer, type TestServer } from '../testing/test-server.ts';
import { drawOutcomes, drawPrizes } from './tables.ts';

let server: TestServer;
let winner: TestHousehold;
beforeAll(async () => {
  server = await startTestServer(contestClock);
  winner = await addHousehold(server.queries);
  await server.queries.update(drawOutcomes).set({ stock: 1_000 });
});
afterAll(() => server.close());

const by = '王梅';
const why = '八月寄送';
const ask = async (request: Record<string, unknown>) => {
  const [answer] = await askOperator(join(server.folder, 'operator.sock'), request);
  if (answer === undefined) throw new Error('no answer');
  return answer;
};
const listed = async (filter: Record<string, unknown> = {}) =>
  v.parse(commands['prizes list'].answer, (await ask({ command: 'prizes list', ...filter })).data);
const withRecipients = async (more: Record<string, unknown> = {}) =>
  v.parse(commands['prizes recipients'].answer, (await ask({ command: 'prizes recipients', by, why, ...more })).data);
const ship = async (shipments: { id: string; carrier?: string; trackingNumber?: string }[], more = {}) =>
  v.parse(
    commands['prizes ship-file'].answer,
    (await ask({ command: 'prizes ship-file', file: shipmentFile(shipments), by, ...more })).data,
  );
/** One with a note beside the columns that count. */
const shipmentFile = (shipments: readonly { id: string; carrier?: string; trackingNumber?: string }[]) => {
  const rows = shipments.map(
    ({ id, carrier = '顺丰速运', trackingNumber = 'SF1234567890' }) => `${id},${carrier},${trackingNumber},x`,
  );
  return { text: ['id,carrier,number,note', ...rows].join('\n') };
};
let added = 0;
/** A prize won a second after the one before. */
function prizeOf(household: TestHousehold, change: Parameters<typeof addPrize>[3] = {}): Promise<string> {
  added += 1;
  return addPrize(server.queries, household, new Date(server.clock.business() + added * 1_000), change);
}
const saveAddress = (id: string, household = winner) =>
  callAs(household, server.url, drawCalls.saveAddress, { id, ...recipient });
async function addressed(household = winner): Promise<string> {
  const id = await prizeOf(household);
  expect((await saveAddress(id, household)).code).toBe(0);
  return id;
}
const actions = () => server.queries.select().from(events).orderBy(events.id);

describe('prizes list', () => {
  it('filters by state, user and level, the latest first, with masked phones and no address', async () => {
    const household = await addHousehold(server.queries);
    const missing = await prizeOf(household);
    const waiting = await addressed(household);
    const expired = await prizeOf(household, { deadline: new Date(server.clock.business() - 1_000) });
    const virtual = await prizeOf(household, { isVirtual: true, level: 3 });
    const filter = { user: household.userId };
    const before = await actions();
    const all = await listed(filter);
    expect(all.prizes.map(({ id, state }) => [id, state])).toEqual([
      [virtual, 'code'],
      [expired, 'expired'],
      [waiting, 'toShip'],
      [missing, 'addressMissing'],
    ]);
    expect(all.prizes[2]).toMatchObject({ phone: '139****5678', giftName: '三明治机', work: null, shippedAt: null });
    for (const secret of Object.values(recipient)) expect(JSON.stringify(all)).not.toContain(secret);
    expect((await listed({ ...filter, level: 3 })).prizes.map(({ id }) => id)).toEqual([virtual]);
    for (const [state, id] of [
      ['code', virtual],
      ['expired', expired],
      ['toShip', waiting],
      ['addressMissing', missing],
    ])
      expect((await listed({ ...filter, state })).prizes.map((prize) => prize.id)).toEqual([id]);
    expect(await actions()).toEqual(before);
  });

  it('comes in parts, each prize once, also of the same second', async () => {
    const household = await addHousehold(server.queries);
    const wonAt = new Date(server.clock.business());
    const sent: string[] = [];
    for (let count = 0; count < 7; count += 1) sent.push(await prizeOf(household, { wonAt }));
    const ids: string[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const part = await listed({ user: household.userId, limit: 3, ...(after !== undefined && { after }) });
      ids.push(...part.prizes.map(({ id }) => id));
      after = part.next;
    }
    expect(ids.toSorted()).toEqual(sent.toSorted());
  });

  it('names the work of a contest prize, which is shipped like any other', async () => {
    const work = await sentRecipe(winner, server.url);
    await ask({ command: 'works approve', id: work, by });
    const { prize } = v.parse(
      commands['works show'].answer,
      (await ask({ command: 'works prize', id: work, level: 1, by })).data,
    );
    const id = String(prize);
    expect((await listed({ level: 1 })).prizes).toMatchObject([{ id, work, state: 'addressMissing' }]);
    expect((await saveAddress(id)).code).toBe(0);
    expect(await ship([{ id }])).toEqual({ shipped: 1, unchanged: 0, skipped: 0, rejected: [] });
    expect((await listed({ level: 1 })).prizes).toMatchObject([{ id, work, state: 'shipped' }]);
  });

  it.each([
    [{ command: 'prizes list', state: 'lost' }, /state/],
    [{ command: 'prizes list', limit: 1_001 }, /limit/],
    [{ command: 'prizes list', after: "1.a' or 1=1" }, /after/],
    [{ command: 'prizes recipients', by }, /why/],
    [{ command: 'prizes recipients', by, why: ' ' }, /a reason/],
    [{ command: 'prizes ship', by, id: 'x' }, /carrier.*trackingNumber/s],
    [{ command: 'prizes ship-file', by, file: { text: 'id,carrier' } }, /has to name the columns/],
    [{ command: 'prizes ship-file', by, file: { text: 'id,carrier,number\na\u0000,b,c' } }, /U\+0000/],
  ])('gives a reason for %j', async (request, reason) =>
    expect(await ask(request)).toMatchObject({ ok: false, error: expect.stringMatching(reason) }),
  );
});

describe('prizes recipients', () => {
  it('gives names, phones and addresses in parts, and is one row with who and why', async () => {
    const household = await addHousehold(server.queries);
    const ids = [await addressed(household), await addressed(household)];
    const filter = { state: 'toShip', user: household.userId, limit: 1 };
    const known = (await actions()).length;
    const first = await withRecipients(filter);
    expect(first).toMatchObject({ total: 2, prizes: [{ id: ids[1], ...recipient }] });
    const second = await withRecipients({ ...filter, look: first.look, after: first.next });
    expect(second).toMatchObject({ look: first.look, prizes: [{ id: ids[0], ...recipient }], next: null });
    const [row, ...more] = (await actions()).slice(known);
    expect(row).toMatchObject({
      id: first.look,
      command: 'prizes recipients',
      about: [household.userId],
      changes: [{ path: 'prizes read: toShip', after: 2 }],
      by,
      why,
      way: 'command',
    });
    expect(more).toEqual([]);
    expect(JSON.stringify(first)).not.toMatch(/exchange|pwd|code"/i);
    for (const text of Object.values(recipient)) expect(server.logged.join('')).not.toContain(text);
  });

  it("doesn't continue a look of another operator, or none", async () => {
    const { look } = await withRecipients();
    for (const change of [{ by: '李强' }, { look: look + 1 }])
      expect(await ask({ command: 'prizes recipients', by, why, look, ...change })).toMatchObject({
        ok: false,
        error: expect.stringContaining("isn't one that"),
      });
  });
});

describe('prizes ship', () => {
  it('shows carrier and number to the winner, and closes the address', async () => {
    const household = await addHousehold(server.queries);
    const id = await addressed(household);
    expect(await ship([{ id }], { why })).toEqual({ shipped: 1, unchanged: 0, skipped: 0, rejected: [] });
    for (const call of [drawCalls.getMyGiftList, drawCalls.myGift])
      expect(v.parse(prizesSchema, (await callAs(household, server.url, call)).data)).toMatchObject([
        { id, carrier: '顺丰速运', trackingNumber: 'SF1234567890', shippedAt: expect.stringContaining('+08:00') },
      ]);
    expect(await saveAddress(id, household)).toMatchObject({ code: 204, msg: copy['server.gift.shipped'] });
    expect((await actions()).at(-1)).toMatchObject({
      command: 'prizes ship-file',
      about: [`prize ${id}`, household.userId],
      by,
      why,
    });
  });

  it('changes nothing with the same number, and refuses another with who was first', async () => {
    const id = await addressed();
    await ship([{ id }]);
    const [before, known] = [await listed({ state: 'shipped' }), await actions()];
    expect(await ship([{ id }], { by: '李强' })).toEqual({ shipped: 0, unchanged: 1, skipped: 0, rejected: [] });
    expect(await ship([{ id, trackingNumber: 'YT7777' }], { by: '李强' })).toEqual({
      shipped: 0,
      unchanged: 0,
      skipped: 0,
      rejected: [{ line: 2, reason: expect.stringMatching(/number SF1234567890; entered by 王梅 at 2021-09-01T/) }],
    });
    expect(await listed({ state: 'shipped' })).toEqual(before);
    expect(await actions()).toEqual(known);
  });

  it('corrects a wrong number with a reason, and keeps when it was shipped and the former number', async () => {
    const household = await addHousehold(server.queries);
    const id = await addressed(household);
    await ship([{ id }]);
    const [before] = (await listed({ user: household.userId })).prizes;
    const right = { command: 'prizes ship', id, carrier: 'EMS', trackingNumber: 'E-7777', by: '李强', correct: true };
    expect(await ask(right)).toMatchObject({ ok: false, error: 'A correction needs a reason.' });
    expect(await ask({ ...right, why: '写错了' })).toMatchObject({ ok: true, data: { id, unchanged: false } });
    const after = { ...before, carrier: 'EMS', trackingNumber: 'E-7777' };
    expect((await listed({ user: household.userId })).prizes).toEqual([after]);
    expect((await actions()).at(-1)).toMatchObject({
      command: 'prizes ship',
      changes: [
        { path: 'carrier', before: '顺丰速运' },
        { path: 'trackingNumber', before: 'SF1234567890' },
      ],
      by: '李强',
      why: '写错了',
    });
  });

  it('takes the good rows, names the others, and only tells with a dry run', async () => {
    const [good, bare, virtual] = [
      await addressed(),
      await prizeOf(winner),
      await prizeOf(winner, { isVirtual: true }),
    ];
    const rows = [
      { id: 'no-such' },
      { id: ` ${good} ` },
      { id: bare },
      { id: virtual },
      { id: good, trackingNumber: '1.2E+12' },
      { id: good, trackingNumber: 'YT7777' },
      { id: good },
    ];
    const expected = {
      shipped: 1,
      unchanged: 1,
      skipped: 0,
      rejected: [
        { line: 2, reason: expect.stringContaining('no such prize') },
        { line: 4, reason: expect.stringContaining('no address yet') },
        { line: 5, reason: expect.stringContaining('virtual') },
        { line: 6, reason: expect.stringContaining('tracking number') },
        { line: 7, reason: expect.stringContaining('shipped already') },
      ],
    };
    expect(await ship(rows, { dryRun: true })).toEqual(expected);
    expect(await server.queries.select().from(drawPrizes).where(eq(drawPrizes.id, good))).toMatchObject([
      { shippedAt: null, carrier: null },
    ]);
    expect(await ship(rows)).toEqual(expected);
  });
});

describe('prizes winners', () => {
  const winners = async (filter: object = {}) =>
    v.parse(commands['prizes winners'].answer, (await ask({ command: 'prizes winners', level: 6, ...filter })).data);

  it('masks names and phones, leaves revoked prizes out, and names no ids or recipients', async () => {
    const household = await addHousehold(server.queries);
    await server.queries.update(accounts).set({ nickName: '👨‍👩‍👧小禾' }).where(eq(accounts.userId, household.userId));
    const nobody = await addHousehold(server.queries);
    await server.queries.update(accounts).set({ phone: null }).where(eq(accounts.userId, nobody.userId));
    const change = { level: 6, ...storedRecipient };
    const revoked = await prizeOf(household, change);
    await ask({ command: 'prizes revoke', id: revoked, why: 'x', confirmed: true });
    await prizeOf(household, change);
    await prizeOf(nobody, change);
    const found = await winners();
    expect(found.winners.map(({ name, phone }) => [name, phone])).toEqual([
      ['**', ''],
      ['👨‍👩‍👧**', `${household.phone.slice(0, 3)}****${household.phone.slice(-4)}`],
    ]);
    expect(JSON.stringify(found)).not.toMatch(new RegExp([...Object.values(recipient), household.userId].join('|')));
    const first = await winners({ limit: 1 });
    expect((await winners({ after: first.next })).winners).toEqual(found.winners.slice(1));
  });

  it('goes by days of business time in China', async () => {
    const household = await addHousehold(server.queries);
    for (const wonAt of [
      '2021-08-31T15:59:59Z',
      '2021-08-31T16:00:00Z',
      '2021-09-01T15:59:59Z',
      '2021-09-01T16:00:00Z',
    ])
      await prizeOf(household, { level: 5, isVirtual: true, wonAt: new Date(wonAt) });
    const found = await winners({ level: 5, since: '2021-09-01', until: '2021-09-01' });
    expect(found.winners.map(({ wonAt }) => wonAt)).toEqual(['2021-09-01T23:59:59+08:00', '2021-09-01T00:00:00+08:00']);
    expect(await ask({ command: 'prizes winners', since: '2021-09-31' })).toMatchObject({ ok: false });
  });
});
