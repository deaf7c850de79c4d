import { cleanText } from './clean-text.ts';
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
