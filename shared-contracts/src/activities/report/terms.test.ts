import { describe, expect, it } from 'vitest';
import { bandOf, earliestBands, latestBands } from './terms.ts';

const minute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

describe('bandOf', () => {
  it.each([
    ['03:59', null],
    ['04:00', 'b1'],
    ['07:29', 'b1'],
    ['07:30', 'b2'],
    ['08:59', 'b2'],
    ['09:00', 'b3'],
    ['11:59', 'b3'],
    ['12:00', null],
    ['23:00', null],
  ])('earliest at %s: %s', (time, band) => expect(bandOf(earliestBands, minute(time))).toBe(band));

  it.each([
    ['16:59', null],
    ['17:00', 'evening'],
    ['20:59', 'evening'],
    ['21:00', 'night'],
    ['23:59', 'night'],
    ['00:00', 'night'],
    ['03:59', 'night'],
    ['04:00', null],
  ])('latest at %s: %s', (time, band) => expect(bandOf(latestBands, minute(time))).toBe(band));
});
