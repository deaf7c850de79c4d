import { afterEach, describe, expect, it, vi } from 'vitest';
import { cleanText } from './clean-field.ts';
import { countCharacters } from './count-characters.ts';
import { isMobilePhone } from './clean-field.ts';

afterEach(() => vi.unstubAllGlobals());

describe('cleanText', () => {
  it.each([
    ['  张三 ', '张三'],
    ['<b>张</b>三', '张三'],
    ['<script>alert(1)</script>', 'alert(1)'],
    ['<!-- x -->好', '好'],
    ['3 < 4 > 2', '3 < 4 > 2'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<3', '<3'],
    ['a<b', 'a<b'],
    ['3 > 2', '3 > 2'],
    ['a<b 和 3 > 2', 'a 2'],
    ['> <', '> <'],
    ['<<b>script>alert(1)<</b>/script>', 'alert(1)'],
    ['<<<b>b>b>好', '好'],
    ['<scr<b>ipt>alert(1)</scr<b>ipt>', 'alert(1)'],
    ['<<b>img src=x onerror=alert(1)>好', '好'],
    ['<img src=x onerror=alert(1)', '<img src=x onerror=alert(1)'],
    ['<img alt="<" onerror=alert(1)>好', '好'],
    ['<img alt=">" onerror=alert(1)>', '" onerror=alert(1)>'],
    ['<b>  好  </b>', '好'],
    ['\u3000好\u00a0', '好'],
    ['<p\nclass="x">好</p\n>', '好'],
    ['<?php echo 1 ?>好', '好'],
    ['x<y <b>粗</b>', 'x<y 粗'],
    ['<', '<'],
    ['', ''],
  ])('%j becomes %j', (typed, clean) => expect(cleanText(typed)).toBe(clean));
});

describe('cleanText, whatever is typed', () => {
  it('comes to a fixed point', () => {
    const pieces = ['<', '>', 'b', '/', '!', ' ', '好', '"'];
    for (let seed = 0; seed < 4000; seed += 1) {
      const typed = Array.from(
        { length: 10 },
        (_, at) => pieces[Math.floor(seed / 8 ** (at % 4) + seed * at * 7) % 8],
      ).join('');
      const clean = cleanText(typed);
      expect(cleanText(clean), typed).toBe(clean);
      expect(clean, typed).not.toMatch(/<\/?[a-zA-Z!?][^<>]*>/);
    }
  });
});

describe('countCharacters', () => {
  it.each([
    ['', 0],
    ['冰箱', 2],
    ['👨‍👩‍👧', 1],
    ['é', 1],
    ['a👍🏽b', 3],
    ['e\u0301\u0323', 1],
    ['❤️‍🔥', 1],
    ['1️⃣', 1],
    ['🇨🇳🇯🇵', 2],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', 1],
    ['한', 1],
    ['行\r\n行', 3],
    ['\u{20bb7}', 1],
  ])('%j has %i', (text, count) => {
    expect(countCharacters(text)).toBe(count);
    expect(
      [...new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text)],
      'as the engine counts',
    ).toHaveLength(count);
  });

  it.each([
    ['a syllable of three letters', '\u1112\u1161\u11ab', 1],
    ['a syllable of two', '\u1112\u1161', 1],
    ['a syllable and its last letter', '\ud558\u11ab', 1],
    ['letters of no syllable', '\u1112\u1112', 2],
  ])('counts %s as one that is composed', (_, text, count) => {
    expect(countCharacters(text)).toBe(count);
    expect(countCharacters(text.normalize('NFC'))).toBe(count);
  });

  // In quadratic time this takes longer than a test may.
  it('counts marks of two places, heaped on a letter', () =>
    expect(countCharacters(`a${'\u0301\u0323'.repeat(250_000)}`)).toBe(1));

  it('needs nothing of the engine', () => {
    vi.stubGlobal('Intl', {});
    expect(countCharacters('👨‍👩‍👧é')).toBe(2);
  });
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
