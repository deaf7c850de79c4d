import { randomInt, randomUUID } from 'node:crypto';
import { shanghaiDay } from '@fridge/shared-contracts/page';
import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { type Clock, DAY_MS } from '../../program/clock.ts';
import { type copy, giftCopy } from '../../edge/copy.ts';
import { Refused } from '../../commands/refused.ts';
import { askedTogether, preparedOnce, rowsByKey } from '../../database/batches.ts';
import { type Queries, rowsOf } from '../../database/database.ts';
import type { Account } from '../../admission/find-household.ts';
import { grants } from './tables.ts';

export const poolNames = {
  coupon: 'coupon',
  allowance: (kind: string) => `allowance.${kind}`,
} as const;

/** By pool. */
export const grantNames: Readonly<Record<string, string>> = {
  coupon: giftCopy['draw.gift.coupon'],
  'allowance.1': giftCopy['draw.gift.allowance.1'],
  'allowance.2': giftCopy['draw.gift.allowance.2'],
};

/** Issued count per pool. */
export type Granted = Record<string, number>;

/** `null`: the user never had one. */
export async function couponOf(queries: Queries, userId: string): Promise<'held' | 'revoked' | null> {
  const [coupon] = await queries
    .select({ revokedAt: grants.revokedAt })
    .from(grants)
    .where(and(eq(grants.userId, userId), eq(grants.kind, 'coupon'), isNull(grants.replacedBy)));
  return coupon === undefined ? null : coupon.revokedAt === null ? 'held' : 'revoked';
}

/** The coupon, then the allowance. */
export const grantsOf = askedTogether('grants', async (queries, userIds) =>
  rowsByKey(userIds, await grantRows(queries).execute({ userIds }), ({ userId }) => userId),
);

const grantRows = preparedOnce((queries) =>
  queries
    .select()
    .from(grants)
    .where(sql`${grants.userId} = any(${sql.placeholder('userIds')}::text[])`)
    .orderBy(asc(grants.grantedAt), desc(grants.kind))
    .prepare(''),
);

/** What `grant_coupon` of `procedures/grant.sql` is told besides the user, in its order. */
export function grantParameters(clock: Clock, cause: string) {
  const now = clock.business();
  const [coupon, allowance] = [exchangePair(), exchangePair()];
  return {
    cause,
    day: shanghaiDay(now),
    granted_at: new Date(now).toISOString(),
    deadline: new Date(now + campaignTerms.validityDays * DAY_MS).toISOString(),
    real_at: new Date(clock.real()).toISOString(),
    coupon_id: randomUUID(),
    coupon_code: coupon.exchangeCode,
    coupon_pwd: coupon.exchangePwd,
    allowance_pools: allowancePools(),
    allowance_id: randomUUID(),
    allowance_code: allowance.exchangeCode,
    allowance_pwd: allowance.exchangePwd,
  };
}

/** Without `coupon_id` the allowance alone. */
type GrantParameters = Omit<ReturnType<typeof grantParameters>, 'coupon_id' | 'allowance_id'> & {
  coupon_id: string | null;
  allowance_id: string;
};

/**
 * Grants the coupon and, while any is left, one allowance, beside other changes. @throws when none is left or allowed
 */
export async function grantCoupon(transaction: Queries, clock: Clock, userId: string, cause: string): Promise<void> {
  const outcome = await grant(transaction, userId, grantParameters(clock, cause));
  if (outcome !== 'granted') throw new Error(`The coupon can't be granted: ${outcome}.`);
}

/**
 * Grants another coupon or allowance in place of one whose row names its id as `replacedBy`. It counts in pool and day
 * as every grant does, by the same procedure: the caps hold.
 * @throws Refused when none is left; the transaction has to be rolled back
 */
export async function grantAgain(
  transaction: Queries,
  clock: Clock,
  { id, userId, kind, pool }: Pick<typeof grants.$inferSelect, 'id' | 'userId' | 'kind' | 'pool'>,
  newId: string,
): Promise<void> {
  const parameters = grantParameters(clock, `in place of ${id}`);
  const outcome = await grant(
    transaction,
    userId,
    kind === 'coupon'
      ? { ...parameters, coupon_id: newId, allowance_pools: [] }
      : { ...parameters, coupon_id: null, allowance_pools: [pool], allowance_id: newId },
  );
  if (outcome === 'granted') return;
  const cap = outcome === 'today' ? 'daily-cap' : 'cap';
  throw new Refused(
    `No ${pool} is left ${outcome === 'today' ? 'today' : 'in all'}. Raise it first: coupons set ${pool} --${cap} <n>.`,
  );
}

/** @returns the outcome of `grant_coupon` */
async function grant(transaction: Queries, userId: string, parameters: GrantParameters) {
  const values = [userId, ...Object.values(parameters)].map((value) => sql`${sql.param(value)}`);
  const granting = sql`select outcome from grant_coupon(${sql.join(values, sql`, `)})`;
  const [granted] = await rowsOf(transaction, v.object({ outcome: v.string() }), granting);
  return granted?.outcome;
}

/** Random rotation: both kinds are used equally. */
function allowancePools(): string[] {
  const pools = campaignTerms.allowanceKinds.map(poolNames.allowance);
  const start = randomInt(pools.length);
  return [...pools.slice(start), ...pools.slice(0, start)];
}

/** No characters that look alike: people type the codes. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** A random card number (80 bits) and secret. */
export function exchangePair(): { exchangeCode: string; exchangePwd: string } {
  return { exchangeCode: letters(16), exchangePwd: letters(8) };
}

function letters(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Required classes of the grid company (spec section 6). */
export const eligibleSupply = { grid: 'jiangsu', supply: 'lowVoltageResidential' } as const;

/** Who may have the coupon (spec section 6). @returns the first failed condition's message, or `null` */
export function ineligibleReason(
  account: Pick<Account, 'grid' | 'supply' | 'realNameVerified'>,
): keyof typeof copy | null {
  if (account.grid !== eligibleSupply.grid) return 'server.coupon.region';
  if (account.supply !== eligibleSupply.supply) return 'server.coupon.lowVoltage';
  if (!account.realNameVerified) return 'server.coupon.realName';
  return null;
}
