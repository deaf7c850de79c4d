import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';
import { countCharacters } from './count-characters.ts';
import { isMobilePhone } from './phone.ts';

describe('cleanText', () => {
  it.each([
    ['  张三 ', '张三'],
    ['<b>张</b>三', '张三'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<!-- x -->好', '好'],
    ['3 < 4 > 2', '3 < 4 > 2'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<3', '<3'],
  ])('%j becomes %j', (typed, clean) => expect(cleanText(typed)).toBe(clean));
});

describe('countCharacters', () => {
  it.each([
    ['', 0],
    ['冰箱', 2],
    ['👨‍👩‍👧', 1],
    ['é', 1],
    ['a👍🏽b', 3],
  ])('%j has %i', (text, count) => expect(countCharacters(text)).toBe(count));
});

describe('isMobilePhone', () => {
  it.each([
    ['13900002001', true],
    ['19900001001', true],
    ['12800001001', false],
    ['1390000200', false],
    ['139000020011', false],
    ['1390000200a', false],
    ['１３８００００１００１', false],
    ['', false],
  ])('%j: %s', (text, valid) => expect(isMobilePhone(text)).toBe(valid));
});
