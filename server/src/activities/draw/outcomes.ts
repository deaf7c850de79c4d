import { randomInt } from 'node:crypto';
import { drawTerms } from '@fridge/shared-contracts/activities/draw';
import { giftCopy } from '../../copy.ts';

export const { prizeLevels } = drawTerms;

const virtualLevels: ReadonlySet<number> = new Set([3, 5, 6]);

/** Virtual prizes are cards and vouchers (copy deck, section 4.2). */
export function isVirtualLevel(level: number | null): boolean {
  return level !== null && virtualLevels.has(level);
}

export function giftName(level: number | null): string {
  const known = prizeLevels.find((each) => each === level);
  return known === undefined ? giftCopy['draw.gift.none'] : giftCopy[`draw.gift.${known}` as const];
}

/** `level` 0: "thanks". */
export type WeightedOutcome = { level: number; weight: number };

export function totalWeight(outcomes: readonly WeightedOutcome[]): number {
  return outcomes.reduce((sum, { weight }) => sum + weight, 0);
}

/**
 * Outcomes by level, each as wide as its weight.
 * @param roll an integer from 0, below the sum of the weights
 */
export function selectOutcome(outcomes: readonly WeightedOutcome[], roll: number): number {
  let end = 0;
  for (const { level, weight } of outcomes.toSorted((left, right) => left.level - right.level)) {
    end += weight;
    if (roll < end) return level;
  }
  return 0;
}

type Roll = { roll: number; total: number; level: number };

/** All weights 0: "thanks". */
export function rollOutcome(outcomes: readonly WeightedOutcome[]): Roll {
  const total = totalWeight(outcomes);
  const roll = total > 0 ? randomInt(total) : 0;
  return { roll, total, level: selectOutcome(outcomes, roll) };
}
