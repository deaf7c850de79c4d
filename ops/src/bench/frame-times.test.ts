import { describe, expect, it } from 'vitest';
import { median, percentile } from './frame-times.ts';

describe('percentile', () => {
  it.each([
    [[5], 0.95, 5],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.95, 10],
    [[10, 1, 5], 0.5, 5],
    [[1, 2, 3, 4], 0.5, 2],
    [[3, 1, 2], 0, 1],
  ])('of %j at %d is %d', (values, share, value) => expect(percentile(values, share)).toBe(value));

  it('has nothing to say of nothing', () => expect(() => median([])).toThrow(/no percentile/));
});
