import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { configVersions } from '../../documents/tables.ts';
import { callAs } from '../../testing/client.ts';
import { addHousehold } from '../../testing/households.ts';
import { askOperator } from '../../testing/operator.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { drawAudit } from './tables.ts';
import { problemOf, verifyDraws } from './verify-draws.ts';

const weights = [
  { level: 0, weight: 2 },
  { level: 3, weight: 5 },
];
const row = { roll: 4, totalWeight: 7, weightsVersion: 9, hitLevel: 3, givenLevel: 3 };

it.each<[string, Partial<typeof row>, typeof weights | undefined, string | null]>([
  ['what was hit', {}, weights, null],
  ['"thanks" for what was sold out', { givenLevel: 0 }, weights, null],
  ['"thanks" that was hit', { roll: 1, hitLevel: 0, givenLevel: 0 }, weights, null],
  ['weights of 0', { roll: 0, totalWeight: 0, hitLevel: 0, givenLevel: 0 }, [{ level: 0, weight: 0 }], null],
  ['another total', { totalWeight: 8 }, weights, 'the total weight is 8, version 9 has 7'],
  ['a roll past the end', { roll: 7 }, weights, "the roll 7 isn't below 7"],
  ['another level hit', { roll: 1 }, weights, 'the roll 1 hits level 0, not 3'],
  ['another prize', { givenLevel: 1 }, weights, 'level 3 was hit, but level 1 given'],
  ['a version that is gone', {}, undefined, "the weights of version 9 aren't kept"],
])('%s', (_what, changed, known, problem) => expect(problemOf({ ...row, ...changed }, known)).toBe(problem));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ask = async (request: Record<string, unknown>) =>
  (await askOperator(join(server.folder, 'operator.sock'), request))[0];
const set = (change: object) => ask({ command: 'draw set', ...change, confirmed: true, by: 'Li' });
const draw = async (times: number) => {
  const user = await addHousehold(server.queries, { drawsLeft: times });
  for (let time = 0; time < times; time += 1)
    await callAs(user, server.url, drawCalls.draw, { requestId: randomUUID() });
};

it('holds over changes of the weights, counts older rows, and names each that was tampered with', async () => {
  const { queries } = server;
  await draw(2);
  await set({ level: 1, weight: 3, stock: 1 });
  await draw(4);
  await set({ level: 2, stock: 5 });
  await draw(2);
  const history = await ask({ command: 'history', about: 'draw' });
  expect(history?.data).toMatchObject({
    events: [
      { by: 'Li', changes: [{ path: 'levels.2.stock' }] },
      { by: 'Li', changes: [{ path: 'levels.1.weight' }, { path: 'levels.1.stock' }] },
      { by: 'start' },
    ],
  });
  expect(await ask({ command: 'draw verify' })).toMatchObject({
    ok: true,
    data: { checked: 8, notKept: 0, wrong: [] },
  });

  const rows = await queries.select().from(drawAudit).orderBy(asc(drawAudit.id));
  const tampered = rows[3]?.id ?? 0;
  await queries.update(drawAudit).set({ givenLevel: 6 }).where(eq(drawAudit.id, tampered));
  await queries.delete(configVersions).where(eq(configVersions.serial, 1));
  expect(await ask({ command: 'draw verify' })).toMatchObject({
    data: { checked: 8, notKept: 2, wrong: [{ id: tampered }] },
  });
});

it('holds for draws that race with changes of the weights', async () => {
  const { checked } = await verifyDraws(server.queries);
  const changes = async () => {
    for (const weight of [20, 30, 40]) expect((await set({ level: 4, weight, stock: 100 }))?.ok).toBe(true);
  };
  await Promise.all([changes(), ...Array.from({ length: 8 }, () => draw(4))]);
  expect((await verifyDraws(server.queries)).checked).toBe(checked + 32);
});
