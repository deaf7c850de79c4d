import { describe, expect, it } from 'vitest';
import { moveItem } from './picture-field.tsx';

describe('moveItem', () => {
  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
    [0, 9, 'bca'],
    [2, -4, 'cab'],
    [9, 0, 'abc'],
  ])('from %i to %i', (from, to, order) => expect(moveItem([...'abc'], from, to).join('')).toBe(order));
});
