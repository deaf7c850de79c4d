import { describe, expect, it } from 'vitest';
import { windowText, startText } from './window-text.ts';

describe('windowText', () => {
  it.each([
    ['both ends', '2024-06-01T08:30:00+08:00', '2024-06-30T23:59:59+08:00', '2024年6月1日 08:30 – 6月30日 23:59'],
    [
      'another year at the end',
      '2023-12-01T00:00:00+08:00',
      '2024-01-05T00:00:00+08:00',
      '2023年12月1日 00:00 – 2024年1月5日 00:00',
    ],
    [
      'years told apart in Shanghai',
      '2023-12-31T16:00:00Z',
      '2024-03-01T00:00:00Z',
      '2024年1月1日 00:00 – 3月1日 08:00',
    ],
    ['no end', '2023-07-17T09:00:00+08:00', null, '2023年7月17日 09:00起'],
    ['no start', null, '2023-08-31T23:59:59+08:00', '截至2023年8月31日 23:59'],
    ['a start that can not be read', 'soon', '2023-08-31T23:59:59+08:00', '截至2023年8月31日 23:59'],
  ])('%s', (_name, start, end, text) => expect(windowText({ start, end })).toBe(text));

  it('names both years and the seconds where it has to be exact', () => {
    expect(windowText({ start: '2024-06-01T08:30:00+08:00', end: '2024-06-30T23:59:05+08:00' }, { exact: true })).toBe(
      '2024年6月1日 08:30 – 2024年6月30日 23:59:05',
    );
  });

  it('is null for a period without bounds', () => expect(windowText({ start: null, end: null })).toBeNull());
});

describe('startText', () => {
  it.each([
    ['in its year', '2023-01-01T00:00:00+08:00', '7月17日 09:00'],
    ['in the year before, by Shanghai', '2022-12-31T23:59:59+08:00', '2023年7月17日 09:00'],
  ])('%s', (_, now, text) => expect(startText({ start: '2023-07-17T09:00:00+08:00' }, Date.parse(now))).toBe(text));

  it('names the year where no clock is known, and nothing without a start', () => {
    expect([startText({ start: '2023-07-17T09:00:00+08:00' }, null), startText({ start: null }, 0)]).toEqual([
      '2023年7月17日 09:00',
      '',
    ]);
  });
});
