import { shanghaiDay } from '@fridge/shared-contracts/host';
import { and, eq, lte, sql } from 'drizzle-orm';
import { grantNames, poolNames } from '../activities/campaign/grants.ts';
import type { Queries } from '../database/database.ts';
import { grantDays, grantPools } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { type CommandHandler, CommandRefused, couponPools, type ListedCoupons } from './protocol.ts';

export async function listCoupons({ queries, clock }: Pick<Services, 'queries' | 'clock'>): Promise<ListedCoupons> {
  const day = shanghaiDay(clock.business());
  const pools = await queries.select().from(grantPools);
  const days = await queries.select().from(grantDays).where(eq(grantDays.day, day));
  return {
    day,
    pools: couponPools.flatMap((name) => {
      const pool = pools.find((each) => each.name === name);
      if (pool === undefined) return [];
      const today =
        days.find((each) => each.pool === name) ?? (pool.dailyCap === null ? null : { cap: pool.dailyCap, issued: 0 });
      return [{ ...pool, giftName: grantNames[name] ?? '', today }];
    }),
  };
}

/**
 * Sets caps while grants continue. A daily cap also applies to today, but not below today's count. The table lock waits
 * for running grants and blocks new ones. Lock order as in a grant: days, then pool. Refused for a cap below the issued
 * count, or a daily cap of a pool without one.
 */
export const setCoupons: CommandHandler<'coupons.set'> = async ({ pool, cap, dailyCap }, { queries, clock }) => {
  if (cap === undefined && dailyCap === undefined) throw new CommandRefused('Name a cap or a daily cap to set.');
  if (pool !== poolNames.coupon && dailyCap !== undefined && dailyCap !== null)
    throw new CommandRefused(`${pool} is granted with the coupon and has no daily cap of its own.`);
  return queries.transaction(async (transaction) => {
    await transaction.execute(sql`lock table ${grantDays} in share row exclusive mode`);
    const changed = await transaction
      .update(grantPools)
      .set({ ...(cap !== undefined && { cap }), ...(dailyCap !== undefined && { dailyCap }) })
      .where(and(eq(grantPools.name, pool), cap === undefined ? undefined : lte(grantPools.issued, cap)))
      .returning();
    if (changed[0] === undefined) throw await belowIssued(transaction, pool, cap);
    await transaction
      .update(grantDays)
      .set({ cap: sql`greatest(${changed[0].dailyCap ?? changed[0].cap}, ${grantDays.issued})` })
      .where(and(eq(grantDays.pool, pool), eq(grantDays.day, shanghaiDay(clock.business()))));
    return listCoupons({ queries: transaction, clock });
  });
};

async function belowIssued(transaction: Queries, pool: string, cap: number | undefined): Promise<CommandRefused> {
  const [stored] = await transaction.select().from(grantPools).where(eq(grantPools.name, pool));
  return new CommandRefused(`${stored?.issued ?? 0} of ${pool} were granted already: its cap can't be ${cap ?? 0}.`);
}
