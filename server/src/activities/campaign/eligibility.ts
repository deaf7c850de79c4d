import type { copy } from '../../copy.ts';
import type { Account } from '../../http/household.ts';

/** The grid company's classes that the coupon requires (spec section 6). */
export const eligibleSupply = { grid: 'jiangsu', supply: 'lowVoltageResidential' } as const;

/**
 * Only low-voltage residential accounts of the Jiangsu grid with a verified real name may have the coupon.
 * @returns the message of the first failed condition, or `null`
 */
export function ineligibleReason(account: Pick<Account, 'grid' | 'supply' | 'realNameVerified'>): keyof typeof copy | null {
  if (account.grid !== eligibleSupply.grid) return 'server.coupon.region';
  if (account.supply !== eligibleSupply.supply) return 'server.coupon.lowVoltage';
  if (!account.realNameVerified) return 'server.coupon.realName';
  return null;
}
