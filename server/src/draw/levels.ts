import { drawTerms } from '@fridge/shared-contracts';
import { giftCopy } from '../copy.ts';

/** No level, or 0 in the database, is "thanks". */
export const { prizeLevels } = drawTerms;

const virtualLevels: ReadonlySet<number> = new Set([3, 5, 6]);

/** Card and vouchers are virtual, the rest is shipped (copy deck, section 4.2). */
export function isVirtualLevel(level: number | null): boolean {
  return level !== null && virtualLevels.has(level);
}

export function giftName(level: number | null): string {
  const known = prizeLevels.find((each) => each === level);
  return known === undefined ? giftCopy['draw.gift.none'] : giftCopy[`draw.gift.${known}` as const];
}
