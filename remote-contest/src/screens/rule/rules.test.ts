import { describe, expect, it } from 'vitest';
import { contestRules, readEndTime } from './rules.ts';

describe('the end that an address names', () => {
  const noon = Date.parse('2022-03-04T12:00:00+08:00');
  it.each([
    [String(noon), noon],
    [String(noon / 1000), noon],
    ['2022-03-04T12:00:00+08:00', noon],
    ['2022-03-04 12:00:00', noon],
    ['2022/3/4 12:00', noon],
    ['2022-03-04', Date.parse('2022-03-04T23:59:59+08:00')],
    ['2022-02-31', null],
    ['2022-13-01', null],
    ['soon', null],
    ['<img>', null],
    ['', null],
    [undefined, null],
  ])('%j is %j', (text, instant) => expect(readEndTime(text)).toBe(instant));
});

describe('the dates in the rules', () => {
  const dates = (end: string | null, eTime?: string) => contestRules({ start: null, end }, eTime)[1]?.text;
  it("are the specification's, the operator's or the address's", () => {
    expect(dates(null)).toBe('作品征集截至2021年10月8日（活动结束前5天），活动截至2021年10月13日。');
    const operators = '2023-09-30T10:00:00+08:00';
    expect(dates(operators)).toBe('作品征集截至2023年9月25日（活动结束前5天），活动截至2023年9月30日。');
    expect(dates(operators, '2022-01-03')).toBe('作品征集截至2021年12月29日（活动结束前5天），活动截至2022年1月3日。');
  });
});
