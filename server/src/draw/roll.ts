import { randomInt } from 'node:crypto';
import { selectOutcome, totalWeight, type WeightedOutcome } from './select-outcome.ts';

export type Roll = { roll: number; total: number; level: number };

/** Rolls once with the system's own randomness. Where no outcome has any weight, everything is "thanks". */
export function rollOutcome(outcomes: readonly WeightedOutcome[]): Roll {
  const total = totalWeight(outcomes);
  const roll = total > 0 ? randomInt(total) : 0;
  return { roll, total, level: selectOutcome(outcomes, roll) };
}
