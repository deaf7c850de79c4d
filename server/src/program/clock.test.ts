import { expect, it } from 'vitest';
import { isoInShanghai } from './clock.ts';

it.each([
  ['2023-08-01T02:00:00.999Z', '2023-08-01T10:00:00+08:00'],
  ['2023-07-31T16:00:00.000Z', '2023-08-01T00:00:00+08:00'],
])('isoInShanghai %s -> %s', (utc, shanghai) => expect(isoInShanghai(new Date(utc))).toBe(shanghai));
