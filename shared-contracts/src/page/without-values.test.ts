import { expect, it } from 'vitest';
import { withoutValues } from './without-values.ts';

it.each([
  [
    "TypeError: Cannot read properties of undefined (reading 'name')",
    'TypeError: Cannot read properties of undefined (reading … )',
  ],
  ['Error: user 13900002001 of fridge F1001', 'Error: user … of fridge …'],
  ['Error: 张三 lives at 南京市玄武区 1 号', 'Error: … lives at …'],
  ['Failed to fetch https://a.example/b?token=abc', 'Failed to fetch …'],
  ['no mail for li@example.com, sorry', 'no mail for … sorry'],
  [
    `SyntaxError: Unexpected token '<', "<!doctype "... is not valid JSON`,
    'SyntaxError: Unexpected token … , … ... is not valid JSON',
  ],
  ['open "quote', 'open …'],
  ["Zhang's work isn't there, and doesn't load", "Zhang's work isn't there, and doesn't load"],
  ["no 'Zhang San' here", 'no … here'],
  ["no 'Zhang's work' here", 'no … here'],
  ['no `Zhang San` here', 'no … here'],
  ['no “Zhang San” here', 'no … here'],
  ['no „Zhang San“ here', 'no … here'],
  ['no ‘Zhang San’ here', 'no … here'],
  ['no ‘Zhang’s work’ here', 'no … here'],
  ['no «Zhang San» here', 'no … here'],
  ['no 「Zhang San」 here', 'no … here'],
  ['no 『Zhang San』 here', 'no … here'],
  ['no 《Zhang San》 here', 'no … here'],
  ['no ＂Zhang San＂ here', 'no … here'],
  ['no “Zhang "San" Li” here', 'no … here'],
  [String.raw`no "Zhang \"San\" Li" here`, 'no … here'],
  ['no {"name":"Zhang San"} here', 'no { … : … } here'],
  [`Error: token ${'aBc-_'.repeat(20)}`, 'Error: token …'],
  [`Error: ${'word '.repeat(50)}`, `Error: ${'word '.repeat(22)}wor`],
  [`Error: '${'x '.repeat(600)}' here`, 'Error: …'],
  // Cut within an address.
  [`Error: '${'x '.repeat(488)}' of li@example.com and more`, 'Error: … of'],
  [' ', ''],
])('%s tells %s', (text, told) => {
  expect(withoutValues(text)).toBe(told);
  expect(withoutValues(told)).toBe(told);
});

it.each(['a', '"', "'", '\\', ' ', '1', '@', '…', '"a', ' "'])('reads a long text of %j in a moment', (part) => {
  const text = part.repeat(100_000);
  const since = performance.now();
  withoutValues(text);
  expect(performance.now() - since).toBeLessThan(500);
});
