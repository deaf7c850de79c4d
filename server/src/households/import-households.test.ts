import { join } from 'node:path';
import { asc, desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { drawChances } from '../activities/draw/tables.ts';
import { events } from '../history/tables.ts';
import { callAs } from '../testing/client.ts';
import { householdLines, importOver, jsonLines } from '../testing/import.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { accounts, fridges, homes, householdLines as staged } from './tables.ts';

let server: TestServer;
let socket: string;
beforeAll(async () => {
  server = await startTestServer();
  socket = join(server.folder, 'operator.sock');
});
afterAll(() => server.close());

const counts = (kind: Partial<Record<'added' | 'changed' | 'removed' | 'unchanged', number>> = {}) => ({
  added: 0,
  changed: 0,
  removed: 0,
  unchanged: 0,
  ...kind,
});
const importLines = (...lines: unknown[]) => importOver(socket, jsonLines(...lines));
const accountOf = async (userId: string) =>
  (await server.queries.select().from(accounts).where(eq(accounts.userId, userId)))[0];
const actions = () => server.queries.select().from(events).orderBy(desc(events.id));

it('adds a household that can use the product at once, and changes nothing when repeated', async () => {
  const lines = [...householdLines(1, '林晓'), { deviceConfig: { sn: '0B001', highBrand: 1 } }];
  expect(await importLines(...lines)).toMatchObject({
    lines: 4,
    rejected: 0,
    counts: {
      account: counts({ added: 1 }),
      home: counts({ added: 1 }),
      fridge: counts({ added: 1 }),
      deviceConfig: counts({ added: 1 }),
    },
  });
  await server.queries.insert(drawChances).values({ userId: 'U-1', chancesLeft: 2 });
  const household = { userId: 'U-1', phone: '13900000001', homeId: 'H-1', fridgeId: 'F-1' };
  expect(await callAs(household, server.url, drawCalls.getSurplusNum)).toMatchObject({ code: 0 });

  const again = await importLines(...lines);
  expect(again).toMatchObject({
    counts: { account: counts({ unchanged: 1 }), deviceConfig: counts({ unchanged: 1 }) },
  });
  expect(await accountOf('U-1')).toMatchObject({
    nickName: '林晓',
    grid: 'jiangsu',
    realNameVerified: true,
    supply: '',
  });
});

it('writes one row for an import, with who, why and what it did', async () => {
  const before = (await actions()).length;
  const many = Array.from({ length: 1_200 }, (_, at) => ({ deviceConfig: { sn: `a${String(at).padStart(4, '0')}` } }));
  const { importId } = await importLines(...many);
  const rows = await actions();
  expect(rows.length - before).toBe(1);
  expect(rows[0]).toMatchObject({
    id: importId,
    command: 'households import',
    changes: [{ path: 'rows', after: '1200 added, 0 changed, 0 removed' }],
    by: 'Lin',
    why: 'a test',
    way: 'command',
  });
  expect(server.logged.join('')).toContain('"event":"householdsImported"');
});

it('takes the rows in any order', async () => {
  const households = Array.from({ length: 900 }, (_, at) => householdLines(1_000 + at)).flat();
  expect(await importLines(...households.toReversed())).toMatchObject({
    rejected: 0,
    counts: { account: counts({ added: 900 }), home: counts({ added: 900 }), fridge: counts({ added: 900 }) },
  });
});

it('names a home without account and a fridge without home, and takes them once these are there', async () => {
  const [account, home, fridge] = householdLines(2);
  expect(await importLines(fridge, home)).toMatchObject({
    rejected: 2,
    badLines: [
      { line: 1, reason: 'fridge.homeId: there is no such home' },
      { line: 2, reason: 'home.userId: there is no such account' },
    ],
  });
  expect(await importLines(account)).toMatchObject({ rejected: 0 });
  expect(await importLines(fridge, home)).toMatchObject({ rejected: 0, counts: { fridge: counts({ added: 1 }) } });
});

it('moves a fridge, a home with its fridges, and a phone', async () => {
  await importLines(...householdLines(3), ...householdLines(4));
  const done = await importLines(
    { fridge: { fridgeId: 'F-3', homeId: 'H-4' } },
    { home: { homeId: 'H-4', userId: 'U-3' } },
    { account: { userId: 'U-4', phone: '13900000003' } },
    { account: { userId: 'U-3', phone: '13900000004' } },
  );
  expect(done).toMatchObject({ rejected: 0, phonesMoved: 2, counts: { account: counts({ changed: 2 }) } });
  expect(await accountOf('U-3')).toMatchObject({ phone: '13900000004' });
  expect(await accountOf('U-4')).toMatchObject({ phone: '13900000003' });
  const owned = await server.queries
    .select({ userId: homes.userId, fridgeId: fridges.fridgeId })
    .from(fridges)
    .innerJoin(homes, eq(homes.homeId, fridges.homeId))
    .where(eq(homes.homeId, 'H-4'))
    .orderBy(asc(fridges.fridgeId));
  expect(owned).toEqual([
    { userId: 'U-3', fridgeId: 'F-3' },
    { userId: 'U-3', fridgeId: 'F-4' },
  ]);
});

it('lets an account without its phone go on, and a fridge go', async () => {
  await importLines(...householdLines(5), { account: { userId: 'U-6', phone: '13900000005' } });
  expect(await accountOf('U-5')).toMatchObject({ phone: null });
  const household = { userId: 'U-5' };
  expect(await callAs(household, server.url, drawCalls.getSurplusNum)).toMatchObject({ code: 0 });
  expect(await importLines({ fridge: { fridgeId: 'F-5', homeId: null } })).toMatchObject({
    counts: { fridge: counts({ removed: 1 }) },
  });
  expect(await server.queries.$count(fridges, eq(fridges.fridgeId, 'F-5'))).toBe(0);
});

it('names each bad line among many without its content, and takes the others', async () => {
  const many = Array.from({ length: 700 }, (_, at) => householdLines(5_000 + at)).flat();
  const secret = '林小姐-13612345678';
  const lines: unknown[] = [...many];
  lines.splice(100, 0, '{"account":');
  lines.splice(1_500, 0, { account: { userId: 'U-x', phone: secret } });
  lines.splice(1_600, 0, '', `{"account":{"userId":"U-long","nickName":"${'长'.repeat(350_000)}"}}`);
  const file = Buffer.concat([
    Buffer.from('\uFEFF'),
    Buffer.from(
      jsonLines(...lines)
        .toString()
        .replaceAll('\n', '\r\n'),
    ),
    Buffer.from([0x7b, 0xff, 0x7d]),
  ]);
  const done = await importOver(socket, file);
  expect(done).toMatchObject({
    lines: 2_104,
    rejected: 4,
    badLines: [
      { line: 101, reason: 'not JSON' },
      { line: 1_501, reason: 'account.phone: 11 digits, a 1 and then 3 to 9' },
      { line: 1_602, reason: 'longer than 65536 bytes' },
      { line: 2_105, reason: 'not UTF-8' },
    ],
    counts: { account: counts({ added: 700 }) },
  });
  expect(`${JSON.stringify(done)}${server.logged.join('')}`).not.toMatch(/13612345678|林小姐|13900005/);
});

it('counts more bad lines than it names', async () => {
  const done = await importLines(...Array.from({ length: 1_500 }, () => '{}'));
  expect(done).toMatchObject({ rejected: 1_500, lines: 1_500 });
  expect(done.badLines).toHaveLength(1_000);
});

it('tells in a dry run what would change, and changes nothing', async () => {
  const before = [await server.queries.$count(accounts), (await actions()).length];
  const lines = [
    ...Array.from({ length: 500 }, (_, at) => householdLines(8_000 + at)).flat(),
    { account: { userId: 'U-1', nickName: 'Lin' } },
    { fridge: { fridgeId: 'F-x', homeId: 'H-x', sn8: '' } },
  ];
  const planned = await importOver(socket, jsonLines(...lines), { dryRun: true });
  expect(planned).toMatchObject({
    importId: null,
    rejected: 1,
    counts: {
      account: counts({ added: 500, changed: 1 }),
      home: counts({ added: 500 }),
      fridge: counts({ added: 500 }),
    },
  });
  expect([await server.queries.$count(accounts), (await actions()).length]).toEqual(before);
  const { counts: done } = await importLines(...lines);
  expect(done).toEqual(planned.counts);
});

it.each(['', '\n\r\n  \n'])('refuses the file %j', async (file) => {
  const before = (await actions()).length;
  await expect(importOver(socket, Buffer.from(file))).rejects.toThrow('The file is empty');
  expect((await actions()).length).toBe(before);
});

it('is not held up by blank lines', { timeout: 5_000 }, async () => {
  const file = Buffer.concat([Buffer.alloc(8 * 1024 * 1024, '\n'), Buffer.from('{"deviceConfig":{"sn":"b0001"}}')]);
  const started = performance.now();
  expect(await importOver(socket, file)).toMatchObject({ lines: 1, rejected: 0 });
  expect(performance.now() - started).toBeLessThan(2_000);
});

it('takes several lines of one id as one, the later over the earlier, near and far', async () => {
  const between = Array.from({ length: 1_100 }, (_, at) => ({
    deviceConfig: { sn: `c${String(at).padStart(4, '0')}` },
  }));
  const done = await importLines(
    { account: { userId: 'U-20', phone: '13900000020', grid: 'a' } },
    { account: { userId: 'U-20', nickName: '林' } },
    ...between,
    { account: { userId: 'U-20', grid: 'b' } },
  );
  expect(done).toMatchObject({ lines: 1_103, counts: { account: counts({ added: 1 }) } });
  expect(await accountOf('U-20')).toMatchObject({ phone: '13900000020', nickName: '林', grid: 'b' });
});

it('takes the good line of an id and names each bad one', async () => {
  const done = await importLines(
    ...householdLines(23),
    { home: { homeId: 'H-24', userId: 'U-23' } },
    { home: { homeId: 'H-24', userId: 'nobody' } },
    { home: { homeId: 'H-24', userId: 'nobody else' } },
    { fridge: { fridgeId: 'F-23', homeId: 'nowhere', name: '冰箱' } },
    { fridge: { fridgeId: 'F-24', homeId: 'nowhere', sn8: '0000A001' } },
    { fridge: { fridgeId: 'F-24', name: '冰箱' } },
  );
  expect(done).toMatchObject({
    lines: 9,
    rejected: 5,
    badLines: [
      { line: 5, reason: 'home.userId: there is no such account' },
      { line: 6, reason: expect.stringContaining('home.userId') },
      { line: 7, reason: 'fridge.homeId: there is no such home' },
      { line: 8, reason: 'fridge.homeId: there is no such home' },
      { line: 9, reason: 'fridge.homeId: missing, and the fridge is new' },
    ],
    counts: { home: counts({ added: 2 }), fridge: counts({ added: 1 }) },
  });
  const found = await server.queries.select().from(homes).where(eq(homes.homeId, 'H-24'));
  expect(found).toEqual([{ homeId: 'H-24', userId: 'U-23' }]);
});

it('leaves nothing staged', async () => {
  await importLines(...householdLines(25), { home: { homeId: 'H-25', userId: 'nobody' } });
  await importOver(socket, jsonLines(...householdLines(26)), { dryRun: true });
  expect(await server.queries.$count(staged)).toBe(0);
});

it('refuses what is new and lacks what it needs', async () => {
  const lines = [
    { account: { userId: 'U-21' } },
    { fridge: { fridgeId: 'F-21' } },
    { fridge: { fridgeId: 'F-22', homeId: 'H-3' } },
  ];
  expect((await importLines(...lines)).badLines).toEqual([
    { line: 1, reason: 'account.phone: missing, and the account is new' },
    { line: 2, reason: 'fridge.homeId: missing, and the fridge is new' },
    { line: 3, reason: 'fridge.sn8: missing, and the fridge is new' },
  ]);
});

it.each([
  ['moves to the account that names it', [['U-32', '1']], { 'U-31': null, 'U-32': '1' }, 1],
  ['moves to a new account', [['U-39', '1']], { 'U-31': null, 'U-39': '1' }, 1],
  [
    'is exchanged',
    [
      ['U-31', '2'],
      ['U-32', '1'],
    ],
    { 'U-31': '2', 'U-32': '1' },
    2,
  ],
  [
    'is given up before another takes it',
    [
      ['U-31', '9'],
      ['U-32', '1'],
    ],
    { 'U-31': '9', 'U-32': '1' },
    1,
  ],
  [
    'is given up after another took it',
    [
      ['U-32', '1'],
      ['U-31', '9'],
    ],
    { 'U-31': '9', 'U-32': '1' },
    1,
  ],
  ["is nobody's", [['U-31', null]], { 'U-31': null, 'U-32': '2' }, 0],
  [
    "of two accounts is the later one's",
    [
      ['U-38', '1'],
      ['U-39', '1'],
    ],
    { 'U-31': null, 'U-38': null, 'U-39': '1' },
    1,
  ],
  [
    'of two accounts stays with the later one, whatever else the former gets',
    [
      ['U-38', '1'],
      ['U-39', '1'],
      ['U-38', undefined],
    ],
    { 'U-31': null, 'U-38': null, 'U-39': '1' },
    1,
  ],
  [
    'of a line that a later one of the account replaces stays where it is',
    [
      ['U-32', '1'],
      ['U-32', '9'],
    ],
    { 'U-31': '1', 'U-32': '9' },
    0,
  ],
  [
    'comes back',
    [
      ['U-32', '1'],
      ['U-31', '1'],
    ],
    { 'U-31': '1', 'U-32': null },
    0,
  ],
] as const)('a phone %s', async (_, lines, phones, phonesMoved) => {
  const phoneOf = (digit: string | null) => digit && `1370000000${digit}`;
  const account = ([userId, digit]: readonly [string, string | null | undefined]) => ({
    account: { userId, ...(digit === undefined ? { nickName: 'Lin' } : { phone: phoneOf(digit) }) },
  });
  await server.queries.delete(accounts).where(sql`user_id like 'U-3_'`);
  await importLines(account(['U-31', '1']), account(['U-32', '2']));
  expect(await importLines(...lines.map(account))).toMatchObject({ rejected: 0, phonesMoved });
  for (const [userId, digit] of Object.entries(phones))
    expect(await accountOf(userId)).toMatchObject({ phone: phoneOf(digit) });
});
