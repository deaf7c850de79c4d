import { expect, it } from 'vitest';
import { setStyles } from './set-styles.ts';

it('makes a rule of each style, once', () =>
  expect(
    setStyles(['<i style="top:0" class="a"></i><i class="b" style="--a:&quot;x&quot;">y</i>', '<i style="top:0"></i>']),
  ).toEqual({
    markups: ['<i data-style="1" class="a"></i><i class="b" data-style="2">y</i>', '<i data-style="1"></i>'],
    css: '[data-style="1"]:not(#_){top:0}\n[data-style="2"]:not(#_){--a:"x"}',
  }));

it('leaves text alone', () => {
  const markup = '<p title="a style=">b style=&quot;c&quot;</p>';
  expect(setStyles([markup])).toEqual({ markups: [markup], css: '' });
});
