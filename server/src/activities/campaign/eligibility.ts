import type { copy } from '../../copy.ts';
import type { Account } from '../../http/household.ts';

/** Required classes of the grid company (spec section 6). */
export const eligibleSupply = { grid: 'jiangsu', supply: 'lowVoltageResidential' } as const;

/** Who may have the coupon (spec section 6). @returns the first failed condition's message, or `null` */
export function ineligibleReason(account: Pick<Account, 'grid' | 'supply' | 'realNameVerified'>): keyof typeof copy | null {
  if (account.grid !== eligibleSupply.grid) return 'server.coupon.region';
  if (account.supply !== eligibleSupply.supply) return 'server.coupon.lowVoltage';
  if (!account.realNameVerified) return 'server.coupon.realName';
  return null;
}
