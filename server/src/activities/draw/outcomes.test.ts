import { describe, expect, it } from 'vitest';
import { rollOutcome, selectOutcome, totalWeight, type WeightedOutcome } from './outcomes.ts';

const outcomes = [
  { level: 6, weight: 3 },
  { level: 0, weight: 2 },
  { level: 1, weight: 0 },
  { level: 2, weight: 1 },
];

describe('selectOutcome', () => {
  it.each([
    [0, 0],
    [1, 0],
    [2, 2],
    [3, 6],
    [5, 6],
    [6, 0],
  ])('roll %d of 6 -> level %d', (roll, level) => {
    expect(selectOutcome(outcomes, roll)).toBe(level);
  });
  it('is "thanks" when all weights are 0', () => {
    expect(selectOutcome([], 0)).toBe(0);
    expect(rollOutcome([{ level: 1, weight: 0 }])).toEqual({ roll: 0, total: 0, level: 0 });
  });
});

describe('100,000 rolls', () => {
  const weights: WeightedOutcome[] = [
    { level: 0, weight: 5_000 },
    { level: 1, weight: 10 },
    { level: 2, weight: 90 },
    { level: 3, weight: 900 },
    { level: 4, weight: 1_000 },
    { level: 5, weight: 1_000 },
    { level: 6, weight: 2_000 },
  ];
  const rolls = 100_000;
  const counts = new Map<number, number>();
  for (let roll = 0; roll < rolls; roll += 1) {
    const { level } = rollOutcome(weights);
    counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  const chiSquare = (expected: readonly WeightedOutcome[]) =>
    expected.reduce((sum, { level, weight }) => {
      const mean = (rolls * weight) / totalWeight(expected);
      return sum + ((counts.get(level) ?? 0) - mean) ** 2 / mean;
    }, 0);

  // Quantile 1 - 1e-9 of the chi-square distribution with 6 degrees of freedom: a fair wheel fails once in 10^9 runs.
  const LIMIT = 53.4;

  it('fit the configured weights', () => expect(chiSquare(weights)).toBeLessThan(LIMIT));
  it('do not fit weights that are a fifth off in one place', () => {
    const wrong = weights.map(({ level, weight }) => ({ level, weight: level === 6 ? weight * 1.2 : weight }));
    expect(chiSquare(wrong)).toBeGreaterThan(LIMIT);
  });
});
