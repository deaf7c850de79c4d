import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerCode } from '@fridge/shared-contracts';
import { drawCalls, drawResultSchema, prizesSchema } from '@fridge/shared-contracts/activities/draw';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { expect, vi } from 'vitest';
import { drawAudit, drawChances, draws } from '../activities/draw/tables.ts';
import { drawOutcomes, drawPrizes, prizeCodes } from '../prizes/tables.ts';
import { copy } from '../edge/copy.ts';
import type { Queries } from '../database/database.ts';
import { callAs } from './client.ts';
import { addHouseholds, type TestHousehold } from './households.ts';

const DRAWS_EACH = 10;
const CHANCES_EACH = 8;
const ANSWERS_BEFORE_INTERRUPTION = 100;
const AGAIN_AFTER_MS = 200;
const MOST_UNTIL_FAILED_MS = 10_000;
/** Small, so that most run out; level 3 has fewer codes than stock. */
const stocks: Record<number, number> = { 1: 1, 2: 5, 3: 20, 4: 30, 5: 20, 6: 40 };
const codes: Record<number, number> = { 3: 7, 5: 20, 6: 40 };

/**
 * Ten draws of each user at once, over every given server; then all counts must agree. A failed draw is sent again with
 * its id, as pages do.
 * @param options.interrupt called after the first 100 answers, with half of the draws not sent yet; it sends them by
 *   `untilOneFails`
 * @returns the number of failed draws
 */
export async function raceDraws(
  queries: Queries,
  urls: readonly string[],
  {
    users: count = 50,
    interrupt,
  }: { users?: number; interrupt?: (untilOneFails: () => Promise<unknown>) => Promise<unknown> } = {},
): Promise<{ failed: number }> {
  for (const [level, stock] of Object.entries(stocks))
    await queries
      .update(drawOutcomes)
      .set({ weight: 10, stock })
      .where(eq(drawOutcomes.level, Number(level)));
  await queries.update(drawOutcomes).set({ weight: 20 }).where(eq(drawOutcomes.level, 0));
  const pool = Object.entries(codes).flatMap(([level, length]) =>
    Array.from({ length }, () => ({ level: Number(level), code: randomUUID(), pwd: 'p' })),
  );
  await queries.insert(prizeCodes).values(pool);
  const users = await addHouseholds(queries, count, { drawsLeft: CHANCES_EACH });

  let [answered, failed] = [0, 0];
  let interrupted: Promise<unknown> | undefined;
  const away = new EventEmitter();
  const isAway = interrupt && once(away, 'begun');
  const untilOneFails = () => {
    away.emit('begun');
    return vi.waitFor(() => expect(failed).toBeGreaterThan(0), MOST_UNTIL_FAILED_MS);
  };
  const drawAs = async (user: TestHousehold, url: string, turn: number) => {
    const requestId = randomUUID();
    if (turn % 2 === 1) await isAway;
    for (;;) {
      const answer = await callAs(user, url, drawCalls.draw, { requestId });
      if (answer.code !== answerCode.ourFault) {
        if ((answered += 1) === ANSWERS_BEFORE_INTERRUPTION) interrupted = interrupt?.(untilOneFails);
        return { requestId, answer };
      }
      failed += 1;
      await sleep(AGAIN_AFTER_MS);
    }
  };
  const answers = await Promise.all(
    Array.from({ length: DRAWS_EACH }, (_, turn) =>
      users.map((user, index) => drawAs(user, urls[(turn + index) % urls.length] ?? '', turn)),
    ).flat(),
  );
  await interrupted;
  const drawn = answers.filter(({ answer }) => answer.code === 0);
  expect(drawn).toHaveLength(count * CHANCES_EACH);
  for (const { answer } of answers.filter(({ answer: { code } }) => code !== 0))
    expect(answer).toMatchObject({ code: 204, msg: copy['server.draw.noChance'] });
  await expectCountsToAgree(queries, count);

  const won = drawn.flatMap(({ answer }) => v.parse(drawResultSchema, answer.data).id ?? []);
  const lists = await Promise.all(
    users.map(async (user) => v.parse(prizesSchema, (await callAs(user, urls[0] ?? '', drawCalls.getMyGiftList)).data)),
  );
  expect(
    lists
      .flat()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(won.sort());
  const stored = await queries.select().from(draws);
  const results = drawn.map(({ requestId, answer }) => ({
    requestId,
    prizeId: v.parse(drawResultSchema, answer.data).id,
  }));
  expect(stored.map(({ requestId, prizeId }) => ({ requestId, prizeId })).sort(byRequest)).toEqual(
    results.sort(byRequest),
  );
  return { failed };
}

const byRequest = (left: { requestId: string }, right: { requestId: string }) =>
  left.requestId < right.requestId ? -1 : 1;

async function expectCountsToAgree(queries: Queries, users: number): Promise<void> {
  const [audited, stored, prizes, outcomes, given, chances] = await Promise.all([
    queries.select().from(drawAudit),
    queries.select().from(draws),
    queries.select().from(drawPrizes),
    queries.select().from(drawOutcomes),
    queries.select().from(prizeCodes),
    queries.select().from(drawChances),
  ]);
  expect(stored).toHaveLength(users * CHANCES_EACH);
  expect(audited).toHaveLength(stored.length);
  expect(chances.map(({ chancesLeft }) => chancesLeft)).toEqual(Array.from({ length: users }, () => 0));
  for (const { level, stock, issued, isVirtual } of outcomes.filter((outcome) => outcome.level > 0)) {
    expect(issued).toBeLessThanOrEqual(Math.min(stock ?? 0, codes[level] ?? Number.POSITIVE_INFINITY));
    expect(prizes.filter((prize) => prize.level === level)).toHaveLength(issued);
    expect(audited.filter(({ givenLevel }) => givenLevel === level)).toHaveLength(issued);
    expect(given.filter((code) => code.level === level && code.prizeId !== null)).toHaveLength(isVirtual ? issued : 0);
  }
  expect(
    audited.every(
      ({ hitLevel, givenLevel, roll, totalWeight }) =>
        (givenLevel === hitLevel || givenLevel === 0) && roll >= 0 && roll < totalWeight,
    ),
  ).toBe(true);
}
