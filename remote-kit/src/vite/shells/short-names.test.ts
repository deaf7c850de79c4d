import { expect, it } from 'vitest';
import { withShortNames } from './short-names.ts';

it('names classes anew wherever they stand, and drops those without a rule', () =>
  expect(
    withShortNames('.page .key:is(.wide,.other){top:0}@media print{.key{background:url(a.key)}}', [
      '<p class="page none"><b class="wide key">.key</b></p>',
      '<p class="none">a</p>',
    ]),
  ).toEqual({
    css: expect.stringMatching(
      /^\._0 \._1:is\(\._2, \.other\) \{[^}]*\}[^}]*@media print \{\s*\._1 \{\s*background: url(\S*a\.key\S*)/,
    ),
    markups: ['<p class="_0"><b class="_2 _1">.key</b></p>', '<p>a</p>'],
  }));
