import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { expect } from 'vitest';
import { poolNames } from '../activities/campaign/grants.ts';
import { grantAudit, grantDays, grantPools, grants } from '../activities/campaign/tables.ts';
import { copy } from '../edge/copy.ts';
import type { Queries } from '../database/database.ts';
import { answerQuestion, fetchQuestion } from './client.ts';
import { addHouseholds, type TestHousehold } from './households.ts';

export const RACERS = 200;
export const COUPONS_LEFT = 10;

type Racer = { household: TestHousehold; questionId: string; right: string; requestId: string };

/** What the server answered: the coupon, or that none are left. */
export type Outcome = 'granted' | 'refused';

/** Creates 200 accounts with a question each, and a pool with 10 coupons left. */
export async function lineUp(queries: Queries, urls: readonly string[]): Promise<Racer[]> {
  const households = await addHouseholds(queries, RACERS);
  const racers = await Promise.all(
    households.map(async (household, index) => ({
      household,
      requestId: randomUUID(),
      ...(await fetchQuestion(household, urls[index % urls.length] ?? '')),
    })),
  );
  const [pool] = await queries.select().from(grantPools).where(eq(grantPools.name, poolNames.coupon));
  await queries
    .update(grantPools)
    .set({ cap: (pool?.issued ?? 0) + COUPONS_LEFT })
    .where(eq(grantPools.name, poolNames.coupon));
  return racers;
}

const judgementSchema = v.object({ correct: v.literal(true) });

/** Sends a racer's right answer. @throws when there is no answer */
export async function answerRight({ household, questionId, right, requestId }: Racer, url: string): Promise<Outcome> {
  const answer = await answerQuestion(household, url, questionId, right, requestId);
  if (answer.code === 0) {
    v.parse(judgementSchema, answer.data);
    return 'granted';
  }
  expect(answer.msg).toBe(copy['server.coupon.total']);
  return 'refused';
}

/** Grants, pools, days and audit agree on ten; each grant has coupon and allowance. */
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
  expect(pools.find(({ name }) => name === poolNames.coupon)).toMatchObject({
    issued: COUPONS_LEFT,
    cap: COUPONS_LEFT,
  });
  expect(days.map(({ pool, issued }) => ({ pool, issued }))).toEqual([
    { pool: poolNames.coupon, issued: COUPONS_LEFT },
  ]);
  expect(audited.map(({ grantId }) => grantId).sort()).toEqual(held.map(({ id }) => id).sort());
  for (const { name, issued } of pools) {
    const positions = audited.filter(({ pool }) => pool === name).map(({ poolIssued }) => poolIssued);
    expect(positions.toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: issued }, (_, index) => index + 1),
    );
  }
}
