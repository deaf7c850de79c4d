import { prizeSchema } from '@fridge/shared-contracts/activities/draw';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { prizeKind, splitCouponName } from './use-prizes.ts';

describe('prizeKind', () => {
  it.each([
    [{}, 'physical'],
    [{ isVirtual: 1 }, 'virtual'],
    [{ kind: 'draw', isVirtual: '1' }, 'virtual'],
    [{ kind: 'coupon', isVirtual: 1 }, 'coupon'],
    [{ kind: 'allowance' }, 'allowance'],
  ])('%j is %s', (fields, kind) => expect(prizeKind(v.parse(prizeSchema, { id: 1, giftName: 'x', ...fields }))).toBe(kind));
});

describe('splitCouponName', () => {
  it.each([
    ['10元电费券', { amount: '10', unit: '元', rest: '电费券' }],
    ['电费券', null],
    ['10元', null],
    ['满11减10元电费券', null],
  ])('%s', (name, parts) => expect(splitCouponName(name)).toEqual(parts));
});
