import { describe, expect, it } from 'vitest';
import { layOver } from './lay-over.ts';

describe('layOver', () => {
  it.each([
    [{ a: { b: 1, c: 2 } }, { a: { c: 3 } }, { a: { b: 1, c: 3 } }],
    [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
    [{ a: { b: 1 } }, { a: null }, { a: null }],
    [{ a: null }, { a: { b: 1 } }, { a: { b: 1 } }],
    [{ a: 1 }, {}, { a: 1 }],
    [{ a: 1 }, { toString: 2 }, { a: 1, toString: 2 }],
  ])('of %j and %j is %j', (under, own, result) => expect(layOver(under, own)).toEqual(result));
});
