import { type Prize, prizeSchema } from '@fridge/shared-contracts/activities/draw';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { joinPrizes, prizeKind, splitCouponName } from './use-prizes.ts';

const prize = (fields: Partial<Prize> & { id: string }): Prize =>
  v.parse(prizeSchema, { giftName: '超市卡', ...fields });

describe('joinPrizes', () => {
  it.each<[string, Prize[][], string[]]>([
    ['nothing', [[], [], []], []],
    ['no lists', [], []],
    ['each list its own', [[prize({ id: '1' })], [prize({ id: '2' })], [prize({ id: '3' })]], ['1', '2', '3']],
    ['the same prize in all three', [[prize({ id: '1' })], [prize({ id: '1' })], [prize({ id: '1' })]], ['1']],
    ['a prize twice in one list', [[prize({ id: '1' }), prize({ id: '1' })]], ['1']],
    [
      'the latest first, unknown times last',
      [
        [prize({ id: 'a' }), prize({ id: 'b', wonAt: '2023-08-01T10:00:00+08:00' })],
        [prize({ id: 'c', wonAt: '2023-08-02T10:00:00+08:00' })],
      ],
      ['c', 'b', 'a'],
    ],
  ])('%s', (_, lists, ids) => expect(joinPrizes(lists).map(({ id }) => id)).toEqual(ids));

  const poor = prize({ id: '1', userAddress: '江苏省' });
  const rich = prize({ id: '1', exchangeCode: 'A', exchangePwd: 'B', isVirtual: true, giftName: '购物卡' });
  it.each([
    [[poor], [rich]],
    [[rich], [poor]],
  ])('the record that says most wins, whichever list it is in', (one, other) => {
    expect(joinPrizes([one, other])).toEqual([{ ...rich, userAddress: '江苏省' }]);
  });
});

describe('prizeKind', () => {
  it.each([
    [{}, 'physical'],
    [{ isVirtual: 1 }, 'virtual'],
    [{ kind: 'draw', isVirtual: '1' }, 'virtual'],
    [{ kind: 'coupon', isVirtual: 1 }, 'coupon'],
    [{ kind: 'allowance' }, 'allowance'],
  ])('%j is %s', (fields, kind) =>
    expect(prizeKind(v.parse(prizeSchema, { id: 1, giftName: 'x', ...fields }))).toBe(kind),
  );
});

describe('splitCouponName', () => {
  it.each([
    ['10元电费券', { amount: '10', unit: '元', rest: '电费券' }],
    ['电费券', { rest: '电费券' }],
    ['10元', { rest: '10元' }],
    ['满11减10元电费券', { rest: '满11减10元电费券' }],
  ])('%s', (name, parts) => expect(splitCouponName(name)).toEqual(parts));
});
