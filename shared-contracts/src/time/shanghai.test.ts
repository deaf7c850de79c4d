import { describe, expect, it } from 'vitest';
import { formatDateTime, parseInstant, shanghaiDay } from './shanghai.ts';

describe('shanghaiDay', () => {
  it.each([
    ['2023-07-31T23:59:59.999+08:00', '2023-07-31'],
    ['2023-08-01T00:00:00+08:00', '2023-08-01'],
    ['2023-07-31T16:00:00Z', '2023-08-01'],
    ['2023-12-31T16:00:00Z', '2024-01-01'],
  ])('%s is %s', (iso, day) => expect(shanghaiDay(Date.parse(iso))).toBe(day));
});

describe('formatDateTime', () => {
  it('has no leading zeros in the date and two digits in the time', () => {
    expect(formatDateTime(Date.parse('2023-07-17T09:05:00+08:00'))).toBe('2023年7月17日 09:05');
  });
});

describe('parseInstant', () => {
  it.each([
    ['2023-07-17T09:00:00+08:00', Date.UTC(2023, 6, 17, 1)],
    ['2023-07-17T01:00Z', Date.UTC(2023, 6, 17, 1)],
    ['2023-07-17 09:00', null],
    ['2023-07-17T09:00:00', null],
    ['2023-13-40T09:00:00Z', null],
    ['2023-02-30T09:00:00+08:00', null],
    ['2023-02-29T09:00:00+08:00', null],
    ['2024-02-29T09:00:00+08:00', Date.UTC(2024, 1, 29, 1)],
    ['2023-09-31T09:00:00Z', null],
    ['', null],
  ])('%j gives %j', (text, instant) => expect(parseInstant(text)).toBe(instant));
});
