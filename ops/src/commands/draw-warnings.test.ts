import type { ListedDraw } from '@fridge/server/operator-protocol';
import { describe, expect, it } from 'vitest';
import { drawWarnings } from '../commands/code-commands.ts';

type Outcome = ListedDraw['outcomes'][number];
const thanks: Outcome = { level: 0, giftName: '谢谢参与', isVirtual: false, weight: 1, stock: null, issued: 0, codesLeft: null };
const card: Outcome = { level: 3, giftName: '超市卡', isVirtual: true, weight: 5, stock: 100, issued: 40, codesLeft: 60 };
const warned = (...outcomes: Outcome[]) => drawWarnings({ weightsVersion: 1, outcomes });

describe('drawWarnings', () => {
  it('is empty for a draw that can give what it promises', () => {
    expect(warned(thanks, card)).toEqual([]);
    expect(warned(thanks, { ...card, weight: 0, codesLeft: 0 })).toEqual([]);
    expect(warned({ ...thanks, weight: 0 }, card)).toEqual([]);
  });

  it('warns when every weight is 0', () => {
    expect(warned({ ...thanks, weight: 0 }, { ...card, weight: 0 })).toEqual([expect.stringMatching(/every weight is 0: each draw comes out as "thanks"/)]);
  });

  it.each([
    ['more stock than codes', { codesLeft: 59 }, /^level 3 \(超市卡\): its stock lets 60 more be won, and 59 codes are at hand: after those, whoever hits it gets "thanks"\.$/],
    ['stock without end', { stock: null }, /its stock has no end, and 60 codes/],
    ['no code at all', { codesLeft: 0 }, /0 codes are at hand: whoever hits it gets "thanks"/],
  ])('warns of %s', (_, change, warning) => expect(warned(thanks, { ...card, ...change })).toEqual([expect.stringMatching(warning)]));
});
