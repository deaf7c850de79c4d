import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { eq, isNotNull } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commands } from '../../commands/all.ts';
import { callAs } from '../../testing/client.ts';
import { addHousehold, addHouseholds } from '../../testing/households.ts';
import { askOperator, codeFile } from '../../testing/operator.ts';
import { startPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { drawOutcomes, prizeCodes } from '../../prizes/tables.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await onlyLevel3(server);
});
afterAll(() => server.close());

async function onlyLevel3({ queries }: TestServer): Promise<void> {
  await queries.update(drawOutcomes).set({ weight: 0 });
  await queries.update(drawOutcomes).set({ weight: 1, stock: null }).where(eq(drawOutcomes.level, 3));
}

const asked = async (request: Record<string, unknown>, { folder }: TestServer = server) => {
  const [answer] = await askOperator(join(folder, 'operator.sock'), request);
  if (answer === undefined) throw new Error('no answer');
  return answer;
};
type Import = { codes: { code: string; pwd: string }[]; name?: string; dryRun?: boolean; raiseStock?: boolean };
const codes = (count: number) => Array.from({ length: count }, () => ({ code: randomUUID(), pwd: 'p' }));
const importOf = async ({ codes: sent, name, ...request }: Import, on = server) =>
  v.parse(
    commands['draw import-codes'].answer,
    (await asked({ command: 'draw import-codes', level: 3, by: 'lee', file: codeFile(sent, name), ...request }, on))
      .data,
  );
const imports = async () => v.parse(commands['draw imports'].answer, (await asked({ command: 'draw imports' })).data);
const draw = async ({ queries, url }: TestServer) =>
  callAs(await addHousehold(queries, { drawsLeft: 1 }), url, drawCalls.draw, { requestId: randomUUID() });

it("reports a dry run's result, and changes nothing", async () => {
  const known = codes(1);
  await importOf({ codes: known });
  const before = await server.queries.$count(prizeCodes);
  const tried = await importOf({ dryRun: true, codes: [...known, ...codes(2), { code: 'two words', pwd: 'p' }] });
  expect(tried).toMatchObject({
    imported: 2,
    known: 1,
    rejected: [{ line: 5, reason: expect.stringContaining('blanks') }],
  });
  expect(await server.queries.$count(prizeCodes)).toBe(before);
});

it('takes back an import, which can then be imported again', async () => {
  const first = codes(5);
  const { importId } = await importOf({ name: 'july.csv', codes: first });
  expect((await imports())[0]).toMatchObject({
    id: importId,
    level: 3,
    source: 'july.csv',
    imported: 5,
    given: 0,
    takenBackAt: null,
  });
  const before = await server.queries.$count(prizeCodes);
  expect(await asked({ command: 'draw take-back', importId, by: 'lee' })).toMatchObject({
    ok: true,
    data: { removed: 5 },
  });
  expect(await asked({ command: 'history', limit: 2 })).toMatchObject({
    data: {
      events: [
        { command: 'draw take-back', about: [`import ${importId}`], changes: [{ before: 5, after: 0 }], by: 'lee' },
        { command: 'draw import-codes', about: [`import ${importId}`], changes: [{ before: 0, after: 5 }], by: 'lee' },
      ],
    },
  });
  expect(await server.queries.$count(prizeCodes)).toBe(before - 5);
  expect((await imports())[0]).toMatchObject({
    id: importId,
    imported: 5,
    takenBackAt: expect.stringContaining('+08:00'),
  });
  expect(await asked({ command: 'draw take-back', importId, by: 'lee' })).toMatchObject({
    ok: false,
    error: expect.stringContaining('already'),
  });
  expect(await importOf({ codes: first })).toMatchObject({ imported: 5, rejected: [] });
});

it('refuses to take back an import with a given code', async () => {
  await server.queries.delete(prizeCodes);
  const { importId } = await importOf({ codes: codes(2) });
  expect((await draw(server)).code).toBe(0);
  expect(await asked({ command: 'draw take-back', importId, by: 'lee' })).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^1 codes of import \d+ were given/),
  });
  expect((await imports())[0]).toMatchObject({ given: 1, takenBackAt: null });
  expect(await server.queries.$count(prizeCodes)).toBe(2);
});

it('offers to raise the stock, and raises it with the codes or not at all', async () => {
  await server.queries.delete(prizeCodes);
  const set = (fields: object) => asked({ command: 'draw set', level: 3, by: 'lee', confirmed: true, ...fields });
  const [before] = await server.queries.select().from(drawOutcomes).where(eq(drawOutcomes.level, 3));
  const issued = before?.issued ?? 0;
  const stock = async () =>
    (await server.queries.select().from(drawOutcomes).where(eq(drawOutcomes.level, 3)))[0]?.stock;
  await set({ stock: issued + 2 });
  const sent = codes(5);
  expect(await importOf({ codes: sent })).toMatchObject({
    imported: 5,
    codesLeft: 5,
    stock: issued + 2,
    warnings: [
      `5 codes are at hand, and the stock lets 2 more be won. To let all be won: draw set 3 --stock ${issued + 5}, or the same import with --raise-stock.`,
    ],
  });
  const raised = { codes: [...sent, ...codes(1)], raiseStock: true };
  const told = { imported: 1, known: 5, rejected: [], codesLeft: 6, stock: issued + 6, warnings: [] };
  expect(await importOf({ ...raised, dryRun: true })).toMatchObject(told);
  expect(await stock()).toBe(issued + 2);
  expect(await importOf(raised)).toMatchObject(told);
  expect(await stock()).toBe(issued + 6);
  expect(await asked({ command: 'history', limit: 2 })).toMatchObject({
    data: {
      events: [
        { command: 'draw import-codes', about: ['draw'], changes: [{ path: 'levels.3.stock', after: issued + 6 }] },
        { command: 'draw import-codes', changes: [{ path: 'codes of level 3', before: 0, after: 1 }] },
      ],
    },
  });
  expect(await importOf(raised)).toMatchObject({ importId: null, known: 6, stock: issued + 6 });
  await set({ stock: null });
  expect(await importOf({ codes: codes(1), raiseStock: true })).toMatchObject({ stock: null, warnings: [] });
});

it('tells of a change what is left and what another such day would give, also of one that is tried', async () => {
  await server.queries.delete(prizeCodes);
  await importOf({ codes: codes(3) });
  const set = async (fields: object) =>
    v.parse(
      commands['draw set'].answer,
      (await asked({ command: 'draw set', level: 3, by: 'lee', confirmed: true, ...fields })).data,
    );
  await set({ level: 0, weight: 0 });
  await set({ weight: 1, stock: null });
  for (let drawn = 0; drawn < 2; drawn += 1) await draw(server);
  const { drawsInDay, outcomes } = await set({ weight: 0 });
  expect(outcomes[3]).toMatchObject({ share: '0%', left: 1, perDay: 0 });
  const tried = await set({ weight: 3, dryRun: true });
  expect(tried.drawsInDay).toBe(drawsInDay);
  const total = tried.outcomes.reduce((sum, { weight }) => sum + weight, 0);
  expect(tried.outcomes[3]).toMatchObject({
    weight: 3,
    left: 1,
    perDay: Math.min(1, Number(((3 * drawsInDay) / total).toPrecision(3))),
  });
  expect((await set({ weight: 0 })).outcomes[3]).toMatchObject({ weight: 0 });
  await set({ weight: 1 });
});

const MANY = 25_000;

it('imports more codes than one statement takes', { timeout: 60_000 }, async () => {
  const many = codes(MANY);
  expect(await importOf({ dryRun: true, codes: many })).toMatchObject({ imported: MANY, rejected: [] });
  const { importId, imported } = await importOf({ codes: many });
  expect(imported).toBe(MANY);
  expect(await asked({ command: 'draw take-back', importId, by: 'lee' })).toMatchObject({
    ok: true,
    data: { removed: MANY },
  });
});

it('stores no import without new codes, and refuses an unknown one', async () => {
  const again = codes(1);
  await importOf({ codes: again });
  const before = (await imports()).length;
  expect(await importOf({ codes: again })).toMatchObject({ importId: null, imported: 0 });
  expect(await imports()).toHaveLength(before);
  expect(await asked({ command: 'draw take-back', importId: 999_999, by: 'lee' })).toMatchObject({
    ok: false,
    error: expect.stringContaining('no import'),
  });
});

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

it.skipIf(postgres === null)(
  'with concurrent draws, either the import stays or no user holds its codes, on PostgreSQL',
  { timeout: 120_000 },
  async () => {
    const here = await startTestServer({ DATABASE_URL: (await postgres?.database('takeback')) ?? '' });
    try {
      await onlyLevel3(here);
      for (let round = 0; round < 5; round += 1) {
        const { importId } = await importOf({ codes: codes(10) }, here);
        const users = await addHouseholds(here.queries, 8, { drawsLeft: 1 });
        const [taken, ...drawn] = await Promise.all([
          asked({ command: 'draw take-back', importId, by: 'lee' }, here),
          ...users.map((user) => callAs(user, here.url, drawCalls.draw, { requestId: randomUUID() })),
        ]);
        expect(drawn.map(({ code }) => code)).toEqual(users.map(() => 0));
        const left = await here.queries.$count(prizeCodes, eq(prizeCodes.importId, importId ?? 0));
        expect(left).toBe(taken.ok ? 0 : 10);
        await here.queries.delete(prizeCodes).where(isNotNull(prizeCodes.importId));
      }
    } finally {
      await here.close();
    }
  },
);
