import { describe, expect, it } from 'vitest';
import { cutInsertion } from './text-field.tsx';

describe('a bounded field of five characters', () => {
  it.each([
    ['typing within it', '一二三四', '一二三四五', null],
    ['typing past it', '一二三四五', '一二三四五六', { text: '一二三四五', caret: 5 }],
    ['pasting past it', '', '一二三四五六七', { text: '一二三四五', caret: 5 }],
    ['pasting into the middle', '一二五', '一二三三三三五', { text: '一二三三五', caret: 4 }],
    ['putting one in front of a full text', '一二三四五', '零一二三四五', { text: '一二三四五', caret: 0 }],
    ['shortening what was too long before', '一二三四五六七八', '一二三四五六七', null],
    ['an emoji of many parts', '一二三四', '一二三四👨‍👩‍👧', null],
    ['an emoji of many parts past it', '一二三四五', '一二三四五👨‍👩‍👧', { text: '一二三四五', caret: 5 }],
    ['a mark on the last letter', '一二三四e', '一二三四e\u0301', null],
  ])('%s', (_, before, after, cut) => expect(cutInsertion(before, after, 5)).toEqual(cut));

  // Cut by one character at a time this takes longer than a test may.
  it.each([
    ['at the start', '', '五'],
    ['in the middle', '一二', '四五'],
    ['where nothing fits', '一二三四', '五'],
  ])('a whole book pasted %s', (_, start, end) => {
    const cut = cutInsertion(start + end, start + '字'.repeat(200_000) + end, 5);
    const text = start + '字'.repeat(5 - start.length - end.length);
    expect(cut).toEqual({ text: text + end, caret: text.length });
  });

  it('takes nothing more where the text around is too long already', () =>
    expect(cutInsertion('一二三四五六', '一二三字四五六', 5)).toEqual({ text: '一二三四五六', caret: 3 }));

  it('never exceeds the limit with tags, which do not count', () =>
    expect(cutInsertion('', '<b>一</b>二<i>三四</i>五六七', 5)).toMatchObject({
      text: '<b>一</b>二<i>三四</i>五',
    }));
});
