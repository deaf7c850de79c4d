import { describe, expect, it } from 'vitest';
import { textOf } from '../slides/slide-model.ts';
import { storyOf } from '../slides/slides-of.ts';
import { fullReport, reportOf } from '../testing/report-of.ts';
import { headlineOf } from './poster-entry.tsx';

const headline = (report: typeof fullReport) => {
  const lead = headlineOf(storyOf(report));
  return lead && textOf(lead);
};

describe('headlineOf', () => {
  it.each([
    [fullReport, '这一年，您打开冰箱3286次'],
    [reportOf({ registerYears: 3, favoriteUseTime: 5 }), '一日三餐，四季流转，它已陪伴您3年'],
    [reportOf({ favoriteUseTime: 5 }), '您最常在傍晚打开冰箱'],
  ])('is the best that the fridge can tell', (report, text) => expect(headline(report)).toBe(text));

  it("is never the company's", () => {
    expect(headline(reportOf())).toBeNull();
    expect(headline(reportOf({ keyWordList: ['保鲜专家'], morningOpenNum: 1 }))).toBeNull();
  });
});
