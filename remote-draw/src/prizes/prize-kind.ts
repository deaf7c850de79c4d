import type { Prize } from '@fridge/shared-contracts/activities/draw';

export type PrizeKind = 'physical' | 'virtual' | 'coupon' | 'allowance';

export function prizeKind(prize: Prize): PrizeKind {
  if (prize.kind !== 'draw') return prize.kind;
  return prize.isVirtual ? 'virtual' : 'physical';
}

/** Splits `10元电费券` into `10`, `元` and `电费券`; `null` for other names. */
export function splitCouponName(name: string): { amount: string; unit: string; rest: string } | null {
  const match = /^(\d+)(元)(.+)$/.exec(name);
  return match === null ? null : { amount: match[1] ?? '', unit: match[2] ?? '', rest: match[3] ?? '' };
}
