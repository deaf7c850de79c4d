import { describe, expect, it } from 'vitest';
import { fitInsertion } from './text-field.tsx';

describe('a bounded field of five characters', () => {
  it.each([
    ['typing within it', '一二三四', '一二三四五', '一二三四五', 5, false],
    ['typing past it', '一二三四五', '一二三四五六', '一二三四五', 5, true],
    ['pasting past it', '', '一二三四五六七', '一二三四五', 5, true],
    ['pasting into the middle', '一二五', '一二三三三三五', '一二三三五', 4, true],
    ['putting one in front of a full text', '一二三四五', '零一二三四五', '一二三四五', 0, true],
    ['shortening what was too long before', '一二三四五六七八', '一二三四五六七', '一二三四五六七', 7, false],
    ['an emoji of many parts', '一二三四', '一二三四👨‍👩‍👧', '一二三四👨‍👩‍👧', 12, false],
    ['an emoji of many parts past it', '一二三四五', '一二三四五👨‍👩‍👧', '一二三四五', 5, true],
    ['a mark on the last letter', '一二三四e', '一二三四e\u0301', '一二三四e\u0301', 6, false],
  ])('%s', (_, before, after, text, caret, cut) =>
    expect(fitInsertion(before, after, 5)).toEqual({ text, caret, cut }),
  );
});
