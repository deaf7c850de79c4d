import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { isProductCall } from '../../contract/calls.ts';
import { OLDER_REPORT_PATH, reportCalls, reportSchema } from './calls.ts';

const read = (raw: unknown) => v.parse(reportSchema, raw);

describe('reportSchema', () => {
  it.each<[string, unknown, number | null]>([
    ['a number', 12, 12],
    ['zero', 0, 0],
    ['a number as text', '100001', 100_001],
    ['a fraction', 12.9, 12],
    ['null', null, null],
    ['nothing', undefined, null],
    ['a negative one', -1, null],
    ['text', 'many', null],
    ['empty text', '', null],
    ['NaN', Number.NaN, null],
    ['endless', Number.POSITIVE_INFINITY, null],
    ['an absurd one', 1e21, null],
    ['a list', [3], null],
    ['true', true, null],
  ])('reads %s as a count', (_, raw, expected) => expect(read({ yearOpenNum: raw }).yearOpenNum).toBe(expected));

  it.each<[unknown, number | null]>([
    [88, 88],
    ['88.5%', 88.5],
    [' 88 % ', 88],
    [0, 0],
    [100, 100],
    [100.1, null],
    [-3, null],
    ['most', null],
  ])('reads the percentage %j as %j', (raw, expected) =>
    expect(read({ openDoorPercent: raw }).openDoorPercent).toBe(expected),
  );

  // In quadratic time this takes longer than a test may.
  it('reads no percentage from spaces without end', () =>
    expect(read({ openDoorPercent: `1${' '.repeat(500_000)}x` }).openDoorPercent).toBeNull());

  it.each<[unknown, number | null]>([
    [-18, -18],
    ['10.1', 10.1],
    ['12℃', 12],
    [null, null],
  ])('reads %j degrees as %j', (raw, expected) => expect(read({ maxTemp: raw }).maxTemp).toBe(expected));

  it.each<[unknown, number | null]>([
    ['06:12', 372],
    ['6:12', 372],
    ['00:00', 0],
    ['23:59:59', 1439],
    ['2022-03-04 06:12:00', 372],
    ['2022-03-03T22:12:00Z', 372],
    ['24:00', null],
    ['06:60', null],
    ['noon', null],
    [612, null],
    [null, null],
    ['', null],
  ])('reads the time %j as minute %j', (raw, expected) =>
    expect(read({ earliestOpenTime: raw }).earliestOpenTime).toBe(expected),
  );

  it.each<[unknown, unknown]>([
    ['2020-06-18', { year: 2020, month: 6, day: 18 }],
    ['2020-06-18 23:30:00', { year: 2020, month: 6, day: 18 }],
    ['2020/6/18', { year: 2020, month: 6, day: 18 }],
    ['2020年6月18日', { year: 2020, month: 6, day: 18 }],
    ['2020-06-17T20:00:00Z', { year: 2020, month: 6, day: 18 }],
    [1592424000000, { year: 2020, month: 6, day: 18 }],
    ['07-21', { year: null, month: 7, day: 21 }],
    ['2022-02-30', null],
    ['2022-13-01', null],
    ['soon', null],
    [0, null],
    [null, null],
  ])('reads the day %j', (raw, expected) => expect(read({ registerTime: raw }).registerTime).toEqual(expected));

  it.each<[unknown, unknown]>([
    [0, 0],
    ['6', 6],
    [7, 'unknown'],
    [-1, 'unknown'],
    ['later', 'unknown'],
    [null, null],
    [undefined, null],
    ['', null],
  ])('reads the favourite time %j as %j', (raw, expected) =>
    expect(read({ favoriteUseTime: raw }).favoriteUseTime).toBe(expected),
  );

  it('takes markup and broken entries out of lists and text', () => {
    const report = read({
      keyWordList: ['<b>保鲜专家</b>', '', null, 'null', 7, 1e300, { a: 1 }, ' 早起\n先锋 '],
      dietitianeList: [
        { userName: '小禾', headUrl: null },
        { userName: '<i></i>' },
        null,
        'x',
        { headUrl: 'https://a/b.jpg' },
      ],
      problem: '<img src=x onerror=alert(1)>控糖期间怎么吃水果？',
    });
    expect(report.keyWordList).toEqual(['保鲜专家', '7', '早起 先锋']);
    expect(report.dietitianeList).toEqual([{ userName: '小禾', headUrl: '' }]);
    expect(report.problem).toBe('控糖期间怎么吃水果？');
  });

  it('reads lists that are none as empty', () => {
    expect(read({ keyWordList: 'a', dietitianeList: null })).toMatchObject({ keyWordList: [], dietitianeList: [] });
  });
});

describe('reportCalls', () => {
  it('takes null for no data, and refuses what is no report', () => {
    expect(v.parse(reportCalls.getReport.data, null)).toBeNull();
    expect(v.safeParse(reportCalls.getReport.data, 'x').success).toBe(false);
  });

  it("stays on the product's own paths, with a report token", () => {
    expect(reportCalls.getReport.access).toBe('report');
    for (const path of [reportCalls.getReport.path, OLDER_REPORT_PATH]) expect(isProductCall(String(path))).toBe(true);
  });
});
