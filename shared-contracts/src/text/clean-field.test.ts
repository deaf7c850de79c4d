import { describe, expect, it } from 'vitest';
import { cleanField, cleanLine } from './clean-field.ts';
import { visibleText } from './visible-text.ts';

describe('visible characters are preserved', () => {
  it.each([
    '欧阳小明',
    '阿卜杜拉·买买提',
    "O'Brien-Smith",
    '江苏省南京市玄武区 中山路1号-2栋#301',
    'é e\u0301\u0323 Nguyễn',
    '👨‍👩‍👧 👍🏽 ❤️ ❤️‍🔥 1️⃣ 🇨🇳 🏳️‍🌈',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '葛\u{e0100}城',
    '\u{20bb7}野家',
    'क्‍ष',
    'می‌خواهم',
    'ئۇيغۇر',
    '한글',
    '＜３',
    'a\n\tb',
  ])('%j', (text) => expect(visibleText(text)).toBe(text));
});

describe('invisible characters are removed', () => {
  it.each([
    ['control characters', '张\u0000三\u001b[31m\u007f\u0086', '张三[31m'],
    ['what turns a text around', '\u202e张\u2066三\u2069\u200f\u061c', '张三'],
    ['fillers and blanks of no width', '\u200b张\u00ad\u3164\uffa0\u115f\u2060三\ufeff\u2800', '张三'],
    ['joiners that join nothing', '张\u200d三\u200c', '张三'],
    ['selectors that select nothing', '<\ufe0f>-\ufe0f', '<>-'],
    ['tags of no flag', '张\u{e0041}\u{e0001}三', '张三'],
    ['halves of a pair and no characters', '张\ud83d三\udc00\uffff\u{1fffe}', '张三'],
    ['annotations', '\ufff9张\ufffa三\ufffb', '张三'],
    ['marks heaped on a letter', `e${'\u0301'.repeat(400)}`, `e${'\u0301'.repeat(8)}`],
    ['line ends of other kinds', 'a\r\nb\rc\u2028d\u2029e\u0085f', 'a\nb\nc\nd\ne\nf'],
  ])('%s', (_, typed, seen) => expect(visibleText(typed)).toBe(seen));
});

describe('cleanField', () => {
  it.each([
    ['a tag behind invisible characters', '<\u200bscr\u0000ipt>好', '好'],
    ['a tag that a tag would leave', '<scr<b>ipt>好', '好'],
    ['marks behind a tag', '<b>\u0301好</b>', '好'],
    ['nothing but marks', '\u0301\u0323', ''],
    ['nothing but invisible characters', '\u200b\u2060\ufeff', ''],
  ])('of %s', (_, typed, clean) => expect(cleanField(typed)).toBe(clean));

  it('is one line where asked', () => expect(cleanField(' 番茄\t\r\n 牛腩 ', 'one')).toBe('番茄 牛腩'));
});

describe('cleanLine', () => {
  it.each([
    ['=HYPERLINK("http://evil.example","x")', 'HYPERLINK("http://evil.example","x")'],
    ['+86 张三', '86 张三'],
    ['-1', '1'],
    ['@SUM(A1)', 'SUM(A1)'],
    [' \t= + =张三', '张三'],
    ['＝１＋１', '１＋１'],
    ['\u200b=张三', '张三'],
    ['<b>=</b>张三', '张三'],
    ['张=三-四@五+六', '张=三-四@五+六'],
    ['=+-@', ''],
  ])('%j becomes %j', (typed, clean) => expect(cleanLine(typed)).toBe(clean));
});

it('comes to a fixed point, whatever is typed', () => {
  const pieces = [
    '<',
    '>',
    'b',
    '/',
    '=',
    '-',
    ' ',
    '\n',
    '好',
    '\u0301',
    '\u200d',
    '\u200b',
    '\ufe0f',
    '👨',
    '👩',
    '\u{e0100}',
    '\u{e007f}',
    '\u{e0062}',
    'क',
    '\u094d',
    '\ud83d',
    '\udc00',
    '\u202e',
    '1',
    '\u20e3',
    '"',
  ];
  let seed = 7;
  const next = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  for (let round = 0; round < 4_000; round += 1) {
    const typed = Array.from({ length: 3 + next(12) }, () => pieces[next(pieces.length)]).join('');
    for (const clean of [cleanField, (text: string) => cleanField(text, 'one'), cleanLine]) {
      const once = clean(typed);
      expect(clean(once), JSON.stringify(typed)).toBe(once);
      expect(once, JSON.stringify(typed)).not.toMatch(/<\/?[a-zA-Z!?][^<>]*>|[\u200b\u202e]/);
    }
  }
});

// In quadratic time each of these takes longer than a test may.
describe('a text as long as a request', () => {
  it.each([
    ['joiners', '\u200d'.repeat(500_000), 0],
    ['joined emoji', '👨\u200d'.repeat(250_000), 725_000],
    ['marks', '\u0301'.repeat(500_000), 0],
    ['marked formulas', '=\u0301'.repeat(250_000), 0],
    ['line ends and spaces', '\n '.repeat(250_000), 0],
    ['spaces', `a${' '.repeat(500_000)}b`, 500_002],
    ['unfinished flags', '🏴\u{e0062}'.repeat(160_000), 320_000],
    ['tags within tags', '<a'.repeat(250_000) + '>'.repeat(250_000), 0],
    ['what opens no tag', '< '.repeat(250_000) + '>'.repeat(250_000), 750_000],
    ['what closes no tag', 'a>'.repeat(250_000), 500_000],
  ])('of %s is cleaned', (_, typed, length) => expect(cleanLine(typed)).toHaveLength(length));
});
