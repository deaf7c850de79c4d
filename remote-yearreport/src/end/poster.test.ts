import { expect, it } from 'vitest';
import { chipRows } from './poster.ts';

it.each([
  ['all that fit stand in one row', [100, 100, 100], [[0, 1, 2]]],
  [
    'four of which three fit are two and two',
    [120, 120, 120, 120],
    [
      [0, 1],
      [2, 3],
    ],
  ],
  ['a wide one takes no more than its room', [300, 120, 120, 120], [[0], [1, 2, 3]]],
  ['one that is too wide still has a row', [600, 100], [[0], [1]]],
  ['none has no row', [], []],
])('%s', (_, widths, rows) => {
  const chips = widths.map((width, at) => ({ width, at }));
  expect(chipRows(chips, 400, 14).map((row) => row.map(({ at }) => at))).toEqual(rows);
});
