import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { expect } from 'vitest';
import { poolNames } from '../activities/campaign/grants.ts';
import { copy } from '../copy.ts';
import type { Queries } from '../database/database.ts';
import { grantAudit, grantDays, grantPools, grants } from '../database/schema.ts';
import { answerQuestion, fetchQuestion } from './client.ts';
import { addHouseholds, type TestHousehold } from './households.ts';

export const RACERS = 200;
export const COUPONS_LEFT = 10;

type Racer = { household: TestHousehold; questionId: string; right: string; requestId: string };

/** `granted`: told so by the server. `refused`: told that the coupons are gone. */
export type Outcome = 'granted' | 'refused';

/** 200 accounts that each hold a question, and a pool with 10 coupons left. */
export async function lineUp(queries: Queries, urls: readonly string[]): Promise<Racer[]> {
  const households = await addHouseholds(queries, RACERS);
  const racers = await Promise.all(
    households.map(async (household, index) => ({ household, requestId: randomUUID(), ...(await fetchQuestion(household, urls[index % urls.length] ?? '')) })),
  );
  const [pool] = await queries.select().from(grantPools).where(eq(grantPools.name, poolNames.coupon));
  await queries.update(grantPools).set({ cap: (pool?.issued ?? 0) + COUPONS_LEFT }).where(eq(grantPools.name, poolNames.coupon));
  return racers;
}

const judgementSchema = v.object({ correct: v.literal(true) });

/** One right answer, the same one whenever it is given. @throws when the server gave none */
export async function answerRight({ household, questionId, right, requestId }: Racer, url: string): Promise<Outcome> {
  const answer = await answerQuestion(household, url, questionId, right, requestId);
  if (answer.code === 0) {
    v.parse(judgementSchema, answer.data);
    return 'granted';
  }
  expect(answer.msg).toBe(copy['server.coupon.total']);
  return 'refused';
}

/** Every count there is agrees on ten, and nobody holds half of what a right answer brings. */
export async function expectExactlyTen(queries: Queries): Promise<void> {
  const held = await queries.select().from(grants);
  const audited = await queries.select().from(grantAudit);
  const pools = await queries.select().from(grantPools);
  const days = await queries.select().from(grantDays);
  const coupons = held.filter(({ kind }) => kind === 'coupon');
  const allowances = held.filter(({ kind }) => kind === 'allowance');
  expect(coupons).toHaveLength(COUPONS_LEFT);
  expect(new Set(coupons.map(({ userId }) => userId)).size).toBe(COUPONS_LEFT);
  expect(allowances.map(({ userId }) => userId).sort()).toEqual(coupons.map(({ userId }) => userId).sort());
  expect(pools.find(({ name }) => name === poolNames.coupon)).toMatchObject({ issued: COUPONS_LEFT, cap: COUPONS_LEFT });
  expect(days.map(({ pool, issued }) => ({ pool, issued }))).toEqual([{ pool: poolNames.coupon, issued: COUPONS_LEFT }]);
  expect(audited.map(({ grantId }) => grantId).sort()).toEqual(held.map(({ id }) => id).sort());
  for (const { name, issued } of pools) {
    const positions = audited.filter(({ pool }) => pool === name).map(({ poolIssued }) => poolIssued);
    expect(positions.toSorted((left, right) => left - right)).toEqual(Array.from({ length: issued }, (_, index) => index + 1));
  }
}
