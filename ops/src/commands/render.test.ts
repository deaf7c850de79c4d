import { bytes, seconds } from '@fridge/server/commands/fields';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { renderAnswer } from './render.ts';

it.each([
  [119, '119 s'],
  [120, '2 min'],
  [7_300, '2.03 h'],
  [172_800, '2 days'],
])('tells %d s as %s', (age, text) =>
  expect(renderAnswer(v.object({ age: seconds }), { age })).toEqual([`age  ${text}`]),
);

it.each([
  [10 * 1024 ** 2, '10 MiB'],
  [2 * 1024 ** 3, '2 GiB'],
])('tells %d bytes as %s', (size, text) => expect(renderAnswer(v.nullable(bytes), size)).toEqual([text]));

it('leaves rows without any figure out of a table', () => {
  const rows = v.pipe(v.array(v.object({ hour: v.string(), draws: v.number() })), v.metadata({ isTable: true }));
  const hours = [
    { hour: '09:00', draws: 0 },
    { hour: '10:00', draws: 2 },
  ];
  const shown = renderAnswer(v.object({ hours: rows }), { hours }).join('\n');
  expect([shown.includes('09:00'), shown.includes('10:00')]).toEqual([false, true]);
});
