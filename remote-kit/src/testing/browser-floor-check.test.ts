import { describe, expect, it } from 'vitest';
import { belowFloorCss, belowFloorJs } from './browser-floor-check.ts';

describe('belowFloorCss', () => {
  it.each([
    ['a newer selector', '.a:has(:checked){color:red}'],
    ['a newer unit alone', '.a{min-height:100svh}'],
    [
      'a fallback that a variable makes useless',
      '.a{min-height:calc(100vh - var(--b));min-height:calc(100svh - var(--b))}',
    ],
    ['a newer unit in a variable that is used without a guard', '.a{--size:10cqi}.b{font-size:var(--size)}'],
    ['a modal dialog', '.a:modal{color:red}'],
    ['how it begins', '@starting-style{.a{opacity:0}}'],
    ['its queries', '@container (width>1px){.a{color:red}}'],
    ['a property that needs its prefix', '.a{mask-image:none}'],
    ['a newer at-rule', '@layer one{.a{color:red}}'],
    ['a range in a media query', '@media (width<=480px){.a{color:red}}'],
    ['a newer value', '.a{overflow:clip}'],
    ['a newer value inside a media query', '@media print{.a{color:color-mix(in srgb,red,blue)}}'],
    ['a newer property', '.a{translate:10px}'],
  ])('finds %s', (_, css) => expect(belowFloorCss([css])).toHaveLength(1));

  it.each([
    ['a fallback before it', '.a{min-height:100vh;min-height:100svh}'],
    ['a guard around it', '@supports (height:1svh){:root{--screen:100svh}}.a{height:var(--screen)}'],
    ['a variable that only guarded rules use', '.a{--size:10cqi}@supports (font-size:1cqi){.b{font-size:var(--size)}}'],
    ['a prefix beside it', '.a{-webkit-mask-image:none;mask-image:none}'],
    ['what merely adds', '.a{text-wrap:balance;accent-color:red}'],
    ['the focus', '.a:focus-visible,.b .a:focus{outline:1px solid}'],
    ['words in strings and addresses', '.a{content:"100svh";background:url(100svh.png)}'],
  ])('lets pass %s', (_, css) => expect(belowFloorCss([css])).toEqual([]));

  it('sees a use of a variable in another sheet', () => {
    expect(
      belowFloorCss(['.a{--size:10cqi}@supports (font-size:1cqi){.b{font-size:var(--size)}}', '.c{width:var(--size)}']),
    ).toHaveLength(1);
  });
});

describe('belowFloorJs', () => {
  it.each([
    'const a = /(?<=x)y/',
    'structuredClone(a)',
    'AbortSignal.any([a])',
    'a.inert=!0',
    'b(`div`,{inert:c})',
    'a.matches(`:modal`)',
  ])('finds %s', (code) => {
    expect(belowFloorJs(code)).toHaveLength(1);
  });

  it.each([
    "typeof structuredClone=='function'?structuredClone(a):copy(a)",
    'document.startViewTransition?.(work)',
    'list.at(-1)',
    'b(`div`,{inert:c,"aria-hidden":c})',
    'list.sort()',
  ])('lets pass %s', (code) => expect(belowFloorJs(code)).toEqual([]));
});
