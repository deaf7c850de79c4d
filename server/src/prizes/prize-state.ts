import { type SQL, sql } from 'drizzle-orm';
import { drawPrizes } from './tables.ts';

/**
 * What a prize waits for: `code` for virtual ones, which aren't shipped; of physical ones the user's address, the
 * shipment, or nothing any more. `revoked`: of either kind.
 */
export const prizeStates = ['code', 'addressMissing', 'toShip', 'shipped', 'expired', 'revoked'] as const;
export type PrizeState = (typeof prizeStates)[number];

/**
 * Of a row of `draw_prizes`. The deadline's own instant is open, as in `saveAddress`.
 * @param now business time, milliseconds
 */
export function stateAt(now: number): SQL<PrizeState> {
  const { isVirtual, shippedAt, recipientAddress, deadline, revokedAt } = drawPrizes;
  return sql<PrizeState>`case
    when ${revokedAt} is not null then 'revoked'
    when ${isVirtual} then 'code'
    when ${shippedAt} is not null then 'shipped'
    when ${recipientAddress} is not null then 'toShip'
    when ${deadline} < ${sql.param(new Date(now), deadline)} then 'expired'
    else 'addressMissing' end`;
}
