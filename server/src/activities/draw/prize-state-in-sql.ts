import { and, eq, gte, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import type { PrizeState } from './prize-state.ts';
import { drawPrizes } from './tables.ts';

/** `prizeState` in SQL. */
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
