import { and, eq, gte, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import { drawPrizes } from '../../database/schema.ts';

/**
 * What a prize waits for: `code` for virtual ones, which aren't shipped; of physical ones the user's address, the
 * shipment, or nothing any more.
 */
export const prizeStates = ['code', 'addressMissing', 'toShip', 'shipped', 'expired'] as const;
export type PrizeState = (typeof prizeStates)[number];

type StatedPrize = Pick<typeof drawPrizes.$inferSelect, 'isVirtual' | 'deadline' | 'recipientAddress' | 'shippedAt'>;

/**
 * The deadline's own instant is open, as in `saveAddress`.
 * @param now business time, milliseconds
 */
export function prizeState({ isVirtual, deadline, recipientAddress, shippedAt }: StatedPrize, now: number): PrizeState {
  if (isVirtual) return 'code';
  if (shippedAt !== null) return 'shipped';
  if (recipientAddress !== null) return 'toShip';
  return addressClosed({ deadline }, now) ? 'expired' : 'addressMissing';
}

/** @param now business time, milliseconds */
export const addressClosed = ({ deadline }: Pick<StatedPrize, 'deadline'>, now: number): boolean =>
  now > deadline.getTime();

/** The same in SQL. */
export function isInState(state: PrizeState, now: number): SQL | undefined {
  const virtual = eq(drawPrizes.isVirtual, state === 'code');
  const unshipped = isNull(drawPrizes.shippedAt);
  const withoutAddress = and(virtual, unshipped, isNull(drawPrizes.recipientAddress));
  const instant = new Date(now);
  switch (state) {
    case 'code':
      return virtual;
    case 'shipped':
      return and(virtual, isNotNull(drawPrizes.shippedAt));
    case 'toShip':
      return and(virtual, unshipped, isNotNull(drawPrizes.recipientAddress));
    case 'addressMissing':
      return and(withoutAddress, gte(drawPrizes.deadline, instant));
    case 'expired':
      return and(withoutAddress, lt(drawPrizes.deadline, instant));
  }
}
