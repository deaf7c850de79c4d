import { expect, it } from 'vitest';
import { moveItem } from './picture-field.tsx';

it.each([
  [0, 1, 'bac'],
  [2, -1, 'acb'],
  [0, -1, 'abc'],
  [2, 1, 'abc'],
] as const)('moves item %i by %i', (at, by, order) => expect(moveItem([...'abc'], at, by).join('')).toBe(order));
