import { expect, it } from 'vitest';
import { petalPath } from './petal.ts';

it('draws a quarter of a ring from the top to the right', () => {
  expect(petalPath({ turn: 45, width: 90 }, 10, 20)).toBe('M0.00 -10.00L0.00 -20.00A20 20 0 0 1 20.00 -0.00L10.00 -0.00A10 10 0 0 0 0.00 -10.00Z');
});
