/** What a draw can come to: a level, or 0 for "thanks", with its share of the rolls. */
export type WeightedOutcome = { level: number; weight: number };

export function totalWeight(outcomes: readonly WeightedOutcome[]): number {
  return outcomes.reduce((sum, { weight }) => sum + weight, 0);
}

/**
 * The level a roll falls on, the outcomes laid end to end by level, each as long as its weight.
 * @param roll an integer from 0 up to, not including, the sum of the weights
 */
export function selectOutcome(outcomes: readonly WeightedOutcome[], roll: number): number {
  let end = 0;
  for (const { level, weight } of outcomes.toSorted((left, right) => left.level - right.level)) {
    end += weight;
    if (roll < end) return level;
  }
  return 0;
}
