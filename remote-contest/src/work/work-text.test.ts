import { describe, expect, it } from 'vitest';
import { authorName, shownTime, workName } from './work-text.ts';

describe('a work in words', () => {
  it.each([
    ['番茄牛腩煲', '周末', '番茄牛腩煲'],
    ['', '周末想吃点暖胃的', '周末想吃点暖胃的'],
    ['', `${'字'.repeat(20)}更多`, `${'字'.repeat(20)}…`],
    ['', `${'👨‍👩‍👧'.repeat(22)}`, `${'👨‍👩‍👧'.repeat(20)}…`],
    ['', `${'字'.repeat(19)}，更多`, `${'字'.repeat(19)}…`],
    ['', ' 一\n二 ', '一 二'],
    ['', '', '图片分享'],
  ])('%j and %j: %j', (cookName, desc, name) => expect(workName({ cookName, desc })).toBe(name));

  it.each([
    ['小麦', '小麦'],
    ['', '冰箱用户'],
    ['  ', '冰箱用户'],
  ])('by %j: %s', (nickName, name) => expect(authorName({ nickName })).toBe(name));

  it.each([
    ['2021-09-10T18:30:00+08:00', '2021-09-10 18:30'],
    ['2021-09-10T16:30:00Z', '2021-09-11 00:30'],
    ['2021-09-10 18:30', '2021-09-10 18:30'],
    ['', ''],
  ])('at %j: %j', (addTime, shown) => expect(shownTime(addTime)).toBe(shown));
});
