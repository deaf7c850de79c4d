import { visibleText } from './visible-text.ts';

/**
 * As sent and stored: no tags, invisible characters or edge spaces, line ends unified (spec section 5). Invisible
 * characters go first, since they can hide a tag. Idempotent: page and server both apply it.
 */
export function cleanField(typed: string, lines: 'one' | 'several' = 'several'): string {
  const visible = visibleText(typed);
  const clean = cleanText(
    lines === 'one' ? visible.replace(/\s+/g, (space) => (/[\n\t]/.test(space) ? ' ' : space)) : visible,
  );
  // Marks without a base character.
  return clean.replace(/^[\s\p{M}\u200c\u200d]+/u, '');
}

/** Start of a spreadsheet formula, in either width. */
const FORMULA = /^[\u200c\u200d\s\p{M}=+\-@＝＋－＠]+/u;

/** One line, without formula injection into the shipping spreadsheet. */
export function cleanLine(typed: string): string {
  return cleanField(typed, 'one').replace(FORMULA, '');
}

/** What follows the `<` of a tag, comment or instruction. */
const TAG_START = /^\/?[a-zA-Z!?]/;

/**
 * Strips HTML tags and edge white space (spec section 5), also tags that a removal creates (`<<b>script>`). A `<` that
 * opens no tag or isn't closed is text: `a<b`, `3 < 4 > 2`. Idempotent, linear time.
 */
export function cleanText(typed: string): string {
  const clean: string[] = [];
  /** Places in `clean` of each `<` that may open a tag: none before a `>` that closed no tag. */
  const starts: number[] = [];
  for (const character of typed) {
    if (character === '<') starts.push(clean.length);
    const start = character === '>' ? takeTagStart(clean, starts) : undefined;
    if (start === undefined) clean.push(character);
    else clean.length = start;
  }
  return clean.join('').trim();
}

/** Removes the innermost open tag's start from `starts`, and those behind it. */
function takeTagStart(text: readonly string[], starts: number[]): number | undefined {
  for (let at = starts.pop(); at !== undefined; at = starts.pop())
    if (TAG_START.test(text.slice(at + 1, at + 3).join(''))) return at;
  return undefined;
}

/** A mainland mobile number: 11 digits, 1 and then 3-9 (spec section 5). */
export const MOBILE_PHONE = /^1[3-9]\d{9}$/;
export const isMobilePhone = (text: string): boolean => MOBILE_PHONE.test(text);
