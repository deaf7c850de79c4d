import { shanghaiDay } from '@fridge/shared-contracts/page';
import { eq } from 'drizzle-orm';
import { documentText } from '../../configuration/documents.ts';
import { documentOf } from '../../configuration/fault-lines.ts';
import { grantsDocumentSchema } from '../../configuration/grants-document.ts';
import { type CommandHandler, CommandRefused } from '../../operator/protocol.ts';
import type { Services } from '../../services.ts';
import { couponPools, type ListedCoupons } from './coupon-protocol.ts';
import { grantNames, poolNames } from './grants.ts';
import { grantDays, grantPools } from './tables.ts';

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

/** Sets caps while grants continue, as a new version of the grants. Refused for a daily cap of a pool without one. */
export const setCoupons: CommandHandler<'coupons.set'> = async (request, services) => {
  const { pool, cap, dailyCap, confirmed, by, why } = request;
  if (cap === undefined && dailyCap === undefined) throw new CommandRefused('Name a cap or a daily cap to set.');
  if (pool !== poolNames.coupon && dailyCap !== undefined && dailyCap !== null)
    throw new CommandRefused(`${pool} is granted with the coupon and has no daily cap of its own.`);
  await services.configuration.change('grants', { by, why, way: 'command', confirmed }, (current) => {
    const { pools } = documentOf(grantsDocumentSchema, current);
    const before = pools[pool];
    const changed = { cap: cap ?? before.cap, dailyCap: dailyCap === undefined ? before.dailyCap : dailyCap };
    return documentText({ pools: { ...pools, [pool]: changed } });
  });
  return listCoupons(services);
};
