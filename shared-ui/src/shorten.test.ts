import { expect, it } from 'vitest';
import { shorten } from './shorten.ts';

it.each([
  ['冷藏', 2, '冷藏'],
  ['冷藏室', 2, '冷…'],
  ['👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 2, '👨‍👩‍👧…'],
  ['冷，藏室', 3, '冷…'],
  ['', 2, ''],
])('%s in %i characters: %s', (text, most, short) => expect(shorten(text, most)).toBe(short));
