import { describe, expect, it } from 'vitest';
import { phoneScale } from './phone.tsx';

describe('phoneScale', () => {
  it.each([
    [2000, 1],
    [908, 1],
    [474, 0.5],
    [300, 0.5],
  ])('a window %i px high: %f', (height, scale) => expect(phoneScale(height)).toBe(scale));

  it('fits with space around it', () => expect(phoneScale(800) * 868).toBeCloseTo(760));
});
