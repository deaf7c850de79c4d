import { visibleText } from './visible-text.ts';

/**
 * As sent and stored: no tags, invisible characters or edge spaces, line ends unified (spec section 5). Invisible
 * characters go first, since they can hide a tag. Idempotent: page and server both apply it.
 */
export function cleanField(typed: string, lines: 'one' | 'several' = 'several'): string {
  const visible = visibleText(typed);
  const clean = cleanText(lines === 'one' ? visible.replace(/\s*[\n\t]\s*/g, ' ') : visible);
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
  let clean = '';
  // No tag starts before this: it ends in a `>` that closed none.
  let safeUntil = 0;
  let read = 0;
  for (let end = typed.indexOf('>'); end >= 0; end = typed.indexOf('>', read)) {
    clean += typed.slice(read, end);
    read = end + 1;
    const start = lastTagStart(clean, safeUntil);
    if (start >= 0) {
      clean = clean.slice(0, start);
    } else {
      clean += '>';
      safeUntil = clean.length;
    }
  }
  return (clean + typed.slice(read)).trim();
}

/** Start of the innermost open tag, or -1. */
function lastTagStart(text: string, from: number): number {
  let at = text.length;
  while (at > from) {
    at = text.lastIndexOf('<', at - 1);
    if (at < from) return -1;
    if (TAG_START.test(text.slice(at + 1, at + 3))) return at;
  }
  return -1;
}

/** A mainland mobile number: 11 digits, 1 and then 3-9 (spec section 5). */
export function isMobilePhone(text: string): boolean {
  return /^1[3-9]\d{9}$/.test(text);
}
