import { type DrawResult, drawResultSchema, drawTerms } from '@fridge/shared-contracts/activities/draw';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { copy } from '../copy.ts';
import { segmentAt } from '../testing/segment-at.ts';
import { segments } from '../wheel/stop-angle.ts';
import { shownResultOf } from './shown-result.ts';

const read = (answer: unknown): DrawResult => v.parse(drawResultSchema, answer);

describe('shownResultOf', () => {
  it.each(drawTerms.prizeLevels)('level %i: wheel, name and level agree', (level) => {
    const { won, angle } = shownResultOf(read({ level, id: 7, isVirtual: 0 }), 'r');
    expect(won).toEqual({ kind: 'physical', level, giftName: copy[`draw.gift.${level}`], id: '7' });
    expect(segments[segmentAt(angle)]?.level).toBe(level);
  });

  it.each<[string, unknown]>([
    ['no level', {}],
    ['null', { level: null }],
    ['an unknown level', { level: 9, id: 1, giftName: '神秘礼品' }],
    ['level 0', { level: 0 }],
    ['the level after the last', { level: 7 }],
    ['a negative level', { level: -1 }],
    ['a broken level', { level: 1.5 }],
    ['a level of letters', { level: 'x', id: 1 }],
    ['an empty level', { level: '', id: 1 }],
  ])('%s is thanks, on the wheel as well', (_, answer) => {
    const { won, angle } = shownResultOf(read(answer), 'r');
    expect(won).toBeNull();
    expect(segments[segmentAt(angle)]?.level).toBeNull();
  });

  it.each([
    [1, 'virtual'],
    ['1', 'virtual'],
    [true, 'virtual'],
    [0, 'physical'],
    [null, 'physical'],
  ])('isVirtual %j is %s', (isVirtual, kind) => {
    expect(shownResultOf(read({ level: '3', isVirtual }), 'r').won?.kind).toBe(kind);
  });

  it("uses the server's name of the gift", () => {
    expect(shownResultOf(read({ level: 1, giftName: '迷你冷柜' }), 'r').won?.giftName).toBe('迷你冷柜');
  });
});
