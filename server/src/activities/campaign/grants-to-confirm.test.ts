import { expect, it } from 'vitest';
import { grantsToConfirm } from './grants-to-confirm.ts';

const pools = (cap: number, dailyCap: number | null) => ({
  coupon: { cap, dailyCap },
  'allowance.1': { cap: 1_000, dailyCap: null },
  'allowance.2': { cap: 1_000, dailyCap: null },
});

it.each<[string, ReturnType<typeof pools> | null, ReturnType<typeof pools>, string[]]>([
  ['exactly five times', pools(1_000, 10), pools(5_000, 50), []],
  ['less', pools(1_000, 10), pools(10, 1), []],
  [
    'just above five times in all',
    pools(1_000, 10),
    pools(5_001, 10),
    ['coupon: 1000 -> 5001 in all, more than 5 times as many'],
  ],
  [
    'just above five times a day',
    pools(1_000, 10),
    pools(1_000, 51),
    ['coupon: 10 -> 51 a day, more than 5 times as many'],
  ],
  [
    'no daily cap any more',
    pools(1_000, 10),
    pools(1_000, null),
    ['coupon: 10 -> 1000 a day, more than 5 times as many'],
  ],
  ['no daily cap, which changes little', pools(1_000, 200), pools(1_000, null), []],
  ['a daily cap where there was none', pools(1_000, null), pools(1_000, 10), []],
])('caps: %s', (_, before, after, lines) => expect(grantsToConfirm(before, after)).toEqual(lines));
