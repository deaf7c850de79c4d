import { describe, expect, it } from 'vitest';
import { litWindows } from './scenes.tsx';

describe('litWindows', () => {
  it.each([
    [0, 0],
    [0.0002, 1],
    [0.5, 27],
    [1, 54],
  ])('lights for a share of %d: %i of 54', (share, count) => {
    expect(litWindows(54, share)).toHaveLength(count);
    expect(new Set(litWindows(54, share)).size).toBe(count);
  });

  it('lights the same windows and more', () =>
    expect(litWindows(54, 0.8).slice(0, 10)).toEqual(litWindows(54, 0.2).slice(0, 10)));
});
