import { expect, it } from 'vitest';
import { MINUTE_MS } from '../program/clock.ts';
import { countMinutes } from './counts.ts';

/** How many of 100 calls count, after as many as may in an earlier minute. */
function allowed(limit: number, earlier: number, later: number): number {
  let now = earlier;
  const count = countMinutes({ real: () => now });
  const call = () => count('U', limit);
  while (call());
  now = later;
  return Array.from({ length: 100 }, call).filter(Boolean).length;
}

it.each([
  ['in the same minute nothing', 7 * MINUTE_MS + 1_000, 0],
  ['at the start of the next nothing', 8 * MINUTE_MS, 0],
  ['in its middle half of the limit', 8.5 * MINUTE_MS, 20],
  ['at its end nearly all of it', 9 * MINUTE_MS - 1, 39],
  ['in a later one all of it', 9 * MINUTE_MS, 40],
  ['when the clock was set back all of it', 3 * MINUTE_MS, 40],
])('after a full minute, %s is left', (_, at, left) => expect(allowed(40, 7 * MINUTE_MS, at)).toBe(left));

it('counts each key alone, and several at once', () => {
  const count = countMinutes({ real: () => 0 });
  expect(['U', 'U', 'V'].map((key) => count(key, 1))).toEqual([true, false, true]);
  expect([count('W', 50, 30), count('W', 50, 30), count('W', 50, 20)]).toEqual([true, false, true]);
});
