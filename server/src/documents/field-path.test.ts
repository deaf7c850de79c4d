import { describe, expect, it } from 'vitest';
import { fieldAt, withField } from './field-path.ts';

const document = { pools: { coupon: { cap: 9 }, 'allowance.1': { cap: 5 } }, list: [1], none: null };

describe('a field by its path', () => {
  it.each([
    ['pools.coupon.cap', 9],
    ['pools.allowance.1.cap', 5],
    ['pools.allowance.2.cap', undefined],
    ['none', null],
    ['none.cap', undefined],
    ['list.0', undefined],
    ['pools.coupon.cap.more', undefined],
    ['constructor', undefined],
    ['', document],
  ])('%j is %j', (path, value) => expect(fieldAt(document, path)).toEqual(value));

  it.each([
    ['pools.allowance.1.cap', 6, { pools: { coupon: { cap: 9 }, 'allowance.1': { cap: 6 } } }],
    ['pools.coupon', undefined, { pools: { 'allowance.1': { cap: 5 } } }],
    ['new.field', true, { new: { field: true } }],
    ['none', 1, { none: 1 }],
  ])('%j is set to %j', (path, value, changed) =>
    expect(withField(document, path, value)).toEqual({ ...document, ...changed }),
  );

  it('keeps its place', () => expect(Object.keys(Object(withField(document, 'list', 2)))[1]).toBe('list'));
});
