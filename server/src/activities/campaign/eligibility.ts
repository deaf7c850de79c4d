import type { copy } from '../../copy.ts';
import type { Account } from '../../http/household.ts';

/** How the grid company classes what the coupon is for (spec section 6). */
export const eligibleSupply = { grid: 'jiangsu', supply: 'lowVoltageResidential' } as const;

/**
 * Who may have the coupon: low-voltage residential accounts of the Jiangsu grid with a verified real name.
 * @returns the words of the first thing that is missing, `null` when nothing is
 */
export function eligibilityMiss(account: Pick<Account, 'grid' | 'supply' | 'realNameVerified'>): keyof typeof copy | null {
  if (account.grid !== eligibleSupply.grid) return 'server.coupon.region';
  if (account.supply !== eligibleSupply.supply) return 'server.coupon.lowVoltage';
  if (!account.realNameVerified) return 'server.coupon.realName';
  return null;
}
