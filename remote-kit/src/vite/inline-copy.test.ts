import { describe, expect, it } from 'vitest';
import { withTexts } from './inline-copy.ts';

const decks = {
  copy: { 'a.title': '标题', 'a.body': ['一', '二'], 'tip.1.text': '“省”', 'tip.2.text': '电', 'tip.note': '注' },
  commonCopy: { 'common.ok': '确定' },
};
const inlined = (code: string) => withTexts(code, decks);

/** What an expression is once its texts stand in it, where no deck is at hand. */
const valueOf = (code: string, given: Record<string, unknown> = {}): unknown =>
  new Function(...Object.keys(given), `return ${inlined(code)}`)(...Object.values(given));

describe('the texts of a deck', () => {
  it.each<[string, Record<string, unknown>, unknown]>([
    ["copy['a.title']", {}, '标题'],
    ["commonCopy['common.ok']", {}, '确定'],
    ["copy['a.body']", {}, ['一', '二']],
    ["`${copy['a.title']}。`", {}, '标题。'],
    ['copy[`tip.${number}.text`]', { number: 1 }, '“省”'],
    ["copy[won ? 'a.title' : 'tip.note']", { won: false }, '注'],
    ['copy[`tip.${part}note`]', { part: '' }, '注'],
    ["copy[(await1(state)) ? 'a.title' : 'tip.note']", { await1: () => true, state: '' }, '标题'],
  ])('stand where %s asks for them', (code, given, text) => expect(valueOf(code, given)).toEqual(text));

  it('come without those that a pattern can’t name', () => {
    expect(inlined('copy[`tip.${number}.text`]')).not.toContain('注');
  });

  it.each([
    'copy[key]',
    "copy['b.title']",
    "otherCopy['a.title']",
    "styles['a.title']",
    'copy[`b.${name}`]',
    "some.copy['a.title']",
    "copy[a ? 'a.title' : b ? 'tip.note' : 'tip.1.text']",
  ])('leave %s alone', (code) => {
    expect(inlined(code)).toBe(code);
  });
});
