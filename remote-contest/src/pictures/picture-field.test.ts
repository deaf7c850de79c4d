import { expect, it } from 'vitest';
import { moveItem } from './picture-field.tsx';

it.each([
  [0, 'later', 'bac'],
  [2, 'earlier', 'acb'],
  [0, 'earlier', 'abc'],
  [2, 'later', 'abc'],
] as const)('moves item %i %s', (at, by, order) => expect(moveItem([...'abc'], at, by).join('')).toBe(order));
