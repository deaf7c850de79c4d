import { expect, it } from 'vitest';
import { rateLimit } from './rate-limit.ts';

it('allows so many per key and minute, and no key at the cost of another', () => {
  const allow = rateLimit(2);
  expect([allow('a', 0), allow('a', 59_999), allow('a', 59_999), allow('b', 59_999), allow('a', 60_000)]).toEqual([true, true, false, true, true]);
});
