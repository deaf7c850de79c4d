import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../clock.ts';
import { callsOfLastMinute, roll } from './sliding-minute.ts';

it.each([
  ['at the start of a minute, all of the one before', { calls: 0, before: 40 }, 0, 40],
  ['in its middle, half of them', { calls: 10, before: 40 }, MINUTE_MS / 2, 30],
  ['at its end, none', { calls: 10, before: 40 }, MINUTE_MS - 1, 10],
])('counts %s', (_, count, at, expected) => {
  expect(Math.round(callsOfLastMinute(count, 7 * MINUTE_MS + at))).toBe(expected);
});

describe('roll', () => {
  it.each([
    ['the same minute', 5, { minute: 5, calls: 3, before: 2 }],
    ['the next', 6, { minute: 6, calls: 0, before: 3 }],
    ['a later one', 7, { minute: 7, calls: 0, before: 0 }],
    ['an earlier one, when the clock was set back', 3, { minute: 3, calls: 0, before: 0 }],
  ])('moves on to %s', (_, minute, expected) => {
    const count = { minute: 5, calls: 3, before: 2 };
    roll(count, minute);
    expect(count).toEqual(expected);
  });
});
