import type { drawPrizes } from './tables.ts';

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
