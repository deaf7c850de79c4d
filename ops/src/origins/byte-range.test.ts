import { describe, expect, it } from 'vitest';
import { rangeStands, readRange } from './byte-range.ts';

describe('readRange', () => {
  it.each([
    ['bytes=0-1', { start: 0, end: 1 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=90-500', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['Bytes = 5-7', { start: 5, end: 7 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', null],
    ['bytes=0-1,5-6', null],
    ['bytes=abc', null],
    ['bytes=-', null],
    ['items=0-1', null],
    [undefined, null],
  ])('of %j in 100 bytes is %j', (header, range) => expect(readRange(header, 100)).toEqual(range));

  it('has nothing to give of an empty file', () => {
    expect(readRange('bytes=0-', 0)).toBe('unsatisfiable');
    expect(readRange('bytes=-1', 0)).toBe('unsatisfiable');
  });
});

describe('rangeStands', () => {
  it.each([[undefined, true], ['"a"', true], ['"b"', false], ['W/"a"', false], ['Tue, 01 Aug 2023 02:00:00 GMT', false]])('for If-Range %j: %j', (header, stands) =>
    expect(rangeStands(header, '"a"')).toBe(stands),
  );
});
