import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Clock } from '../../program/clock.ts';
import type { OpenDatabase } from '../../database/database.ts';
import { fridges } from '../../households/tables.ts';
import { openEmbeddedDatabase } from '../../testing/embedded-database.ts';
import { addHousehold } from '../../testing/households.ts';
import { createDraws, type Draws } from './draws.ts';
import { drawOutcomes } from '../../prizes/tables.ts';

const clock: Clock = { real: () => Date.now(), business: () => Date.now(), businessStart: null };

let folder: string;
let database: OpenDatabase;
let draws: Draws;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fridge-draws-'));
  database = await openEmbeddedDatabase(join(folder, 'data'));
  draws = createDraws(database, clock);
  await database.queries.insert(drawOutcomes).values({ level: 0, weight: 1 });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const draw = (userId: string, requestId: string = randomUUID(), mayDraw = true) =>
  draws.draw({ userId, nonce: randomUUID(), requestId, mayDraw }, Number.POSITIVE_INFINITY);

it('counts no chance for a draw without a fridge that comes together with a repeat', async () => {
  const { userId, fridgeId } = await addHousehold(database.queries, { drawsLeft: 3 });
  const requestId = randomUUID();
  const first = await draw(userId, requestId);
  await database.queries.delete(fridges).where(eq(fridges.fridgeId, fridgeId));
  const [refused, repeated] = await Promise.all([draw(userId), draw(userId, requestId)]);
  expect(refused).toMatchObject({ outcome: 'noFridge' });
  expect(repeated).toEqual({ ...first, outcome: 'repeated' });
});

it.each([
  [false, true],
  [true, false],
])('draws for a request and its copy when only one of them may draw: %s, %s', async (first, copy) => {
  const { userId } = await addHousehold(database.queries, { drawsLeft: 1 });
  const requestId = randomUUID();
  const drawn = await Promise.all([draw(userId, requestId, first), draw(userId, requestId, copy)]);
  expect(drawn).toMatchObject([
    { outcome: 'drawn', chancesLeft: 0 },
    { outcome: 'repeated', chancesLeft: 0 },
  ]);
});
