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
type Import = { codes: { code: string; pwd: string }[]; name?: string; dryRun?: boolean };
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
    rejected: [
      { line: 2, reason: 'the code was imported before' },
      { line: 5, reason: expect.stringContaining('blanks') },
    ],
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
