import { randomInt } from 'node:crypto';

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

/** `0.2%` of all draws; six digits, since a large prize has thousandths of a percent. */
export const shareText = (weight: number, total: number): string =>
  total === 0 ? '0%' : `${Number(((100 * weight) / total).toPrecision(6))}%`;

/** All weights 0: "thanks". */
export function rollOutcome(outcomes: readonly WeightedOutcome[]): { roll: number; total: number; level: number } {
  const total = totalWeight(outcomes);
  const roll = total > 0 ? randomInt(total) : 0;
  return { roll, total, level: selectOutcome(outcomes, roll) };
}
