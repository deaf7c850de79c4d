import { shellSelector } from '@fridge/shared-contracts/team';
import { describe, expect, it } from 'vitest';
import { usedStyles } from './used-styles.ts';

const scope = shellSelector('/draw');
const markups = ['<div class="page"><button type="button" class="key wide" aria-disabled="true">x</button></div>'];
const used = (css: string, prefix = '') => usedStyles(css, markups, prefix).replaceAll('\n', '');

describe('the rules that markup needs', () => {
  it.each([
    ['a class', '.key{top:0}.other{top:0}', '.key{top:0}'],
    ['one selector of a list', '.key,.other{top:0}', '.key{top:0}'],
    ['classes of one element', '.key.wide{top:0}.page.wide{top:0}', '.key.wide{top:0}'],
    ['every part of a selector', '.page>.key{top:0}.other>.key{top:0}', '.page>.key{top:0}'],
    ['an element', '.page button{top:0}.page a{top:0}', '.page button{top:0}'],
    [
      'an attribute',
      '.key[aria-disabled=true]{top:0}.key[aria-disabled=false]{top:0}',
      '.key[aria-disabled=true]{top:0}',
    ],
    [
      'what pages set later',
      '.key[aria-busy=true]{top:0}.key[data-pressed]{top:0}',
      '.key[aria-busy=true],.key[data-pressed]{top:0}',
    ],
    ['a state that a tap has', '.key:active{top:0}.key:disabled{top:0}', '.key:active{top:0}'],
    ['one of several', '.key:is(.other,.wide){top:0}.key:is(.other){top:0}', '.key:is(.other,.wide){top:0}'],
    ['what something is not', '.key:not(.other)::before{top:0}', '.key:not(.other):before{top:0}'],
    ['a condition with such rules', '@media print{.key{top:0}.other{top:0}}', '@media print{.key{top:0}}'],
    ['no condition without', '@media print{.other{top:0}}@supports (top:0){.other{top:0}}', ''],
    ['what holds for the page', ':root{--a:1px}body{margin:0}*{top:0}', ':root{--a:1px}body{margin:0}*{top:0}'],
    ['no font', '@font-face{font-family:a;src:url(a)}', ''],
  ])('are those of %s', (_, css, kept) => expect(used(css)).toBe(kept));

  it.each([
    ['a class', '.page .key{top:0}', `${scope} .page .key{top:0}`],
    ['a skin', ":root[data-skin='1'] .key{top:0}", `:root[data-skin="1"] ${scope} .key{top:0}`],
    ['a skin alone', "[data-skin='2']{top:0}", `[data-skin="2"] ${scope}{top:0}`],
  ])('hold below the markup alone: %s', (_, css, kept) => expect(used(css, scope)).toBe(kept));
});

describe('animations', () => {
  it('come with their keyframes', () =>
    expect(used('.key{animation:turn 1s infinite}@keyframes turn{to{rotate:1turn}}@keyframes other{to{top:0}}')).toBe(
      '.key{animation:1s infinite turn}@keyframes turn{to{rotate:1turn}}',
    ));

  it.each(['appear 1s both', 'appear var(--time) both'])('that begin invisible don’t run: %s', (animation) =>
    expect(used(`.key{animation:${animation}}@keyframes appear{from{opacity:0}}`)).toBe('.key{animation-name:none}'),
  );

  it('that never end run all the same', () =>
    expect(used('.key{animation:blink 1s infinite}@keyframes blink{0%{opacity:0}}')).toContain('@keyframes blink'));
});

describe('custom properties', () => {
  const css = '.page{--a:var(--b);--b:1px;--c:2px}.key{top:var(--a)}';

  it('go where nothing below reads them', () =>
    expect(used(css, scope)).toBe(`${scope} .page{--a:var(--b);--b:1px}${scope} .key{top:var(--a)}`));

  it('stay where a drawing reads them', () =>
    expect(usedStyles(css, ['<svg class="page" fill="var(--c)"></svg>'], scope)).toContain('--c:2px'));

  it('stay where others may read them', () => expect(used(css)).toContain('--c:2px'));
});

it('keeps fallbacks of the engines that it is for', () => {
  const kept = used('@media (min-width:640px){.key{top:env(safe-area-inset-top);margin:var(--a,1px)}}');
  expect(kept).toBe('@media (min-width:640px){.key{top:env(safe-area-inset-top);margin:var(--a,1px)}}');
});
