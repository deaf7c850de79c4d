import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PrizeState } from './prize-state.ts';
import { drawPrizes } from './tables.ts';

/** `prizeState` in SQL. */
export function isInState(state: PrizeState, now: number): SQL | undefined {
  const { isVirtual, shippedAt, recipientAddress, deadline } = drawPrizes;
  const ofPhysical = sql`case
    when ${shippedAt} is not null then 'shipped'
    when ${recipientAddress} is not null then 'toShip'
    when ${deadline} < ${sql.param(new Date(now), deadline)} then 'expired'
    else 'addressMissing' end`;
  return state === 'code' ? eq(isVirtual, true) : and(eq(isVirtual, false), eq(ofPhysical, state));
}
