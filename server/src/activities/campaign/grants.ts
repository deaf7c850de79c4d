import { randomInt, randomUUID } from 'node:crypto';
import { shanghaiDay } from '@fridge/shared-contracts/host';
import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { type Clock, DAY_MS } from '../../clock.ts';
import { type copy, giftCopy } from '../../copy.ts';
import type { Queries } from '../../database/database.ts';
import { grantAudit, grantDays, grantPools, grants } from '../../database/schema.ts';
import { Refusal, refuse } from '../../http/refusal.ts';
import type { Account } from '../../http/household.ts';
import type { GrantOutcome } from '../../metrics/metrics.ts';

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

export async function holdsCoupon(queries: Queries, userId: string): Promise<boolean> {
  return (await queries.$count(grants, and(eq(grants.userId, userId), eq(grants.kind, 'coupon')))) > 0;
}

/** The coupon, then the allowance. */
export function grantsOf(queries: Queries, userId: string): Promise<(typeof grants.$inferSelect)[]> {
  return queries
    .select()
    .from(grants)
    .where(eq(grants.userId, userId))
    .orderBy(asc(grants.grantedAt), desc(grants.kind));
}

/**
 * Grants the coupon and, while any is left, one allowance. Each limit is decided by a conditional update of its
 * counting row, whose lock lasts until the transaction ends (domain, "Never issuing too much"). Lock order: grant, day,
 * coupon pool, allowance pool.
 * @throws Refusal 204 when the coupon is taken or used up; the caller's transaction rolls back
 */
export async function grantCouponAndAllowance(
  transaction: Queries,
  clock: Clock,
  userId: string,
  cause: string,
): Promise<Granted> {
  const now = clock.business();
  const day = shanghaiDay(now);
  const audited = { userId, day, cause, realAt: new Date(clock.real()), businessAt: new Date(now) };
  const left = await poolsLeft(transaction, day);
  if (!left.pools.has(poolNames.coupon)) throw refuse.notice('server.coupon.total');
  if (!left.today) throw refuse.notice('server.coupon.today');

  const coupon = await insertGrant(transaction, userId, 'coupon', poolNames.coupon, now);
  if (coupon === null) throw refuse.notice('server.coupon.once');
  const dayPosition = await takeFromDay(transaction, poolNames.coupon, day);
  if (dayPosition === null) throw refuse.notice('server.coupon.today');
  const position = await takeFromPool(transaction, poolNames.coupon);
  if (position === null) throw refuse.notice('server.coupon.total');
  await transaction
    .insert(grantAudit)
    .values({ ...audited, grantId: coupon, pool: poolNames.coupon, poolIssued: position, dayIssued: dayPosition });

  const granted: Granted = { [poolNames.coupon]: position };
  for (const pool of allowancePools().filter((name) => left.pools.has(name))) {
    const allowancePosition = await takeFromPool(transaction, pool);
    if (allowancePosition === null) continue;
    const allowance = await insertGrant(transaction, userId, 'allowance', pool, now);
    if (allowance === null) throw new Error('an account without a coupon holds an allowance');
    await transaction
      .insert(grantAudit)
      .values({ ...audited, grantId: allowance, pool, poolIssued: allowancePosition, dayIssued: null });
    granted[pool] = allowancePosition;
    break;
  }
  return granted;
}

/** Why `grantCouponAndAllowance` gave nothing, for the metrics. */
export function refusedGrant(error: unknown): GrantOutcome {
  const key = error instanceof Refusal ? error.messageKey : null;
  if (key === 'server.coupon.total') return 'total';
  if (key === 'server.coupon.today') return 'today';
  return key === 'server.coupon.once' ? 'once' : 'failed';
}

async function poolsLeft(queries: Queries, day: string): Promise<{ pools: ReadonlySet<string>; today: boolean }> {
  const pools = await queries
    .select({ name: grantPools.name })
    .from(grantPools)
    .where(lt(grantPools.issued, grantPools.cap));
  const full = await queries
    .select({ pool: grantDays.pool })
    .from(grantDays)
    .where(and(eq(grantDays.pool, poolNames.coupon), eq(grantDays.day, day), gte(grantDays.issued, grantDays.cap)));
  return { pools: new Set(pools.map(({ name }) => name)), today: full.length === 0 };
}

/** Random rotation: both kinds are used equally. */
function allowancePools(): string[] {
  const pools = campaignTerms.allowanceKinds.map(poolNames.allowance);
  const start = randomInt(pools.length);
  return [...pools.slice(start), ...pools.slice(0, start)];
}

async function insertGrant(
  transaction: Queries,
  userId: string,
  kind: 'coupon' | 'allowance',
  pool: string,
  now: number,
): Promise<string | null> {
  const [inserted] = await transaction
    .insert(grants)
    .values({
      id: randomUUID(),
      userId,
      kind,
      pool,
      ...exchangePair(),
      grantedAt: new Date(now),
      deadline: new Date(now + campaignTerms.validityDays * DAY_MS),
    })
    .onConflictDoNothing({ target: [grants.userId, grants.kind] })
    .returning({ id: grants.id });
  return inserted?.id ?? null;
}

/** @returns the pool's new issued count, or `null` when it is empty */
async function takeFromPool(transaction: Queries, pool: string): Promise<number | null> {
  const [taken] = await transaction
    .update(grantPools)
    .set({ issued: sql`${grantPools.issued} + 1` })
    .where(and(eq(grantPools.name, pool), lt(grantPools.issued, grantPools.cap)))
    .returning({ issued: grantPools.issued });
  return taken?.issued ?? null;
}

/** The first grant of a day creates the day's row with the pool's daily cap. */
async function takeFromDay(transaction: Queries, pool: string, day: string): Promise<number | null> {
  await transaction.execute(sql`
    insert into ${grantDays} (pool, day, cap)
    select name, ${day}::date, coalesce(daily_cap, cap) from ${grantPools} where name = ${pool}
    on conflict do nothing`);
  const [taken] = await transaction
    .update(grantDays)
    .set({ issued: sql`${grantDays.issued} + 1` })
    .where(and(eq(grantDays.pool, pool), eq(grantDays.day, day), lt(grantDays.issued, grantDays.cap)))
    .returning({ issued: grantDays.issued });
  return taken?.issued ?? null;
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
