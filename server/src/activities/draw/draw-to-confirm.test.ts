import { describe, expect, it } from 'vitest';
import { type DrawLevels, drawToConfirm, type LevelFacts, shareLines } from './draw-to-confirm.ts';
import { shareText } from './outcomes.ts';

const none = { weight: 0, stock: 0 };
const levels = (changed: Partial<DrawLevels>): DrawLevels => ({
  0: { weight: 0, stock: null },
  1: none,
  2: none,
  3: none,
  4: none,
  5: none,
  6: none,
  ...changed,
});
const thanks = (weight: number) => ({ 0: { weight, stock: null } });
const many = 1_000;
/** Levels 3, 5 and 6 are virtual, with ten codes each; two of each level were issued. */
const facts = [0, 1, 2, 3, 4, 5, 6].map((level): LevelFacts => {
  const isVirtual = [3, 5, 6].includes(level);
  return { level, giftName: `prize ${level}`, isVirtual, issued: 2, codesLeft: isVirtual ? 10 : null };
});

const physical = (weight: number, stock: number | null = many) => ({ 1: { weight, stock } });
const virtual = (weight: number, stock: number | null = 12) => ({ 3: { weight, stock } });

describe('a change of the draw', () => {
  it.each<[string, Partial<DrawLevels>, Partial<DrawLevels>]>([
    [
      'a shipped prize exactly five times as often',
      { ...thanks(995), ...physical(5) },
      { ...thanks(975), ...physical(25) },
    ],
    ['a shipped prize for exactly 20 %', { ...thanks(96), ...physical(4) }, { ...thanks(80), ...physical(20) }],
    [
      'codes for exactly 20 %, twenty times as often',
      { ...thanks(99), ...virtual(1) },
      { ...thanks(80), ...virtual(20) },
    ],
    [
      'a prize of more than 20 % that others make rarer',
      { ...thanks(50), ...physical(50) },
      { ...thanks(60), ...physical(40) },
    ],
    ['more than 20 % that stay', { ...thanks(50), ...physical(50) }, { ...thanks(50), ...physical(50, 2) }],
    ['nothing but thanks', { ...thanks(1), ...physical(1) }, thanks(1)],
    ['a draw that gives nothing at all', { ...thanks(1), ...physical(1) }, physical(0)],
    ['exactly the codes at hand', { ...thanks(90), ...virtual(10, 2) }, { ...thanks(90), ...virtual(10, 12) }],
    ['fewer than it promised before', { ...thanks(90), ...virtual(10, 90) }, { ...thanks(90), ...virtual(10, 20) }],
    [
      'a stock exactly five times as large',
      { ...thanks(90), ...physical(10, 10) },
      { ...thanks(90), ...physical(10, 50) },
    ],
    ['a stock that ends now', { ...thanks(90), ...physical(10, null) }, { ...thanks(90), ...physical(10, 50) }],
    ['no end of what nobody can win', { ...thanks(90), ...physical(0, 1) }, { ...thanks(90), ...physical(0, null) }],
  ])('passes: %s', (_, before, after) => expect(drawToConfirm(levels(before), levels(after), facts)).toEqual([]));

  it.each<[string, Partial<DrawLevels> | null, Partial<DrawLevels>, string[]]>([
    [
      'just above five times',
      { ...thanks(9_950), ...physical(50) },
      { ...thanks(9_749), ...physical(251) },
      ['level 1 (prize 1): 0.5% -> 2.51% of all draws, more than 5 times as often'],
    ],
    [
      'just above 20 %',
      { ...thanks(80_000), ...physical(20_000) },
      { ...thanks(79_999), ...physical(20_001) },
      ['level 1 (prize 1): 20% -> 20.001% of all draws, more than 20%'],
    ],
    [
      'codes just above 20 %',
      { ...thanks(80), ...virtual(20) },
      { ...thanks(79), ...virtual(20) },
      ['level 3 (prize 3): 20% -> 20.202% of all draws, more than 20%'],
    ],
    [
      'what a smaller "thanks" does to every level',
      { ...thanks(900), 1: { weight: 10, stock: many }, 2: { weight: 90, stock: many } },
      { ...thanks(9), 1: { weight: 10, stock: many }, 2: { weight: 90, stock: many } },
      [
        'level 1 (prize 1): 1% -> 9.17431% of all draws, more than 5 times as often',
        'level 2 (prize 2): 9% -> 82.5688% of all draws, more than 5 times as often',
        'level 2 (prize 2): 9% -> 82.5688% of all draws, more than 20%',
      ],
    ],
    [
      'a shipped prize that nobody could win',
      { ...thanks(999), ...physical(0) },
      { ...thanks(999), ...physical(1) },
      ['level 1 (prize 1): 0% -> 0.1% of all draws, more than 5 times as often'],
    ],
    [
      'the first weights of all',
      null,
      { ...thanks(99), ...physical(1, 5) },
      [
        'level 1 (prize 1): 0% -> 1% of all draws, more than 5 times as often',
        'level 1 (prize 1): stock 0 -> 5, more than 5 times as many',
      ],
    ],
    [
      'one more than the codes at hand',
      { ...thanks(90), ...virtual(10, 12) },
      { ...thanks(90), ...virtual(10, 13) },
      ['level 3 (prize 3): 11 more can be won, and 10 codes are at hand'],
    ],
    [
      'a stock without end',
      { ...thanks(90), ...physical(10, 5) },
      { ...thanks(90), ...physical(10, null) },
      ['level 1 (prize 1): any number can be won: it has no stock that ends'],
    ],
    [
      'a stock just above five times as large',
      { ...thanks(90), ...physical(10, 10) },
      { ...thanks(90), ...physical(10, 51) },
      ['level 1 (prize 1): stock 10 -> 51, more than 5 times as many'],
    ],
  ])('asks: %s', (_, before, after, lines) =>
    expect(drawToConfirm(before === null ? null : levels(before), levels(after), facts)).toEqual(lines),
  );

  it('tells each share that changes, however small', () => {
    const before = { ...thanks(999_999), ...physical(1), ...virtual(0) };
    const after = { ...thanks(999_998), ...physical(1), ...virtual(1) };
    expect(shareLines(levels(before), levels(after), facts, 2_000_000)).toEqual([
      expect.stringMatching(
        /^level 3 \(prize 3\): 0% -> 0\.0001%; \d+ left, 2 a day at the pace of the last 24 hours$/,
      ),
    ]);
    expect(shareText(1, 7_000_000)).toBe('0.0000142857%');
    expect(shareText(0, 0)).toBe('0%');
  });
});
