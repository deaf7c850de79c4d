import { cleanText } from './clean-text.ts';
import { visibleText } from './visible-text.ts';

/**
 * What somebody typed into a field, as it is sent and stored: tags, invisible characters and edge spaces gone, line ends
 * alike (spec section 5). Invisible ones go first, since a tag may hide behind them. Cleaning what is clean changes
 * nothing, so page and server may both do it.
 */
export function cleanField(typed: string, lines: 'one' | 'several' = 'several'): string {
  const visible = visibleText(typed);
  const clean = cleanText(lines === 'one' ? visible.replace(/\s*[\n\t]\s*/g, ' ') : visible);
  // Marks with nothing to stand on.
  return clean.replace(/^[\s\p{M}\u200c\u200d]+/u, '');
}

/** What a spreadsheet reads as the beginning of a formula, in either width. */
const FORMULA = /^[\u200c\u200d\s\p{M}=+\-@＝＋－＠]+/u;

/**
 * A name or an address: one line, and nothing in front that would make it a formula in the spreadsheet that parcels are
 * shipped by. Dots, hyphens and apostrophes within it stay.
 */
export function cleanLine(typed: string): string {
  return cleanField(typed, 'one').replace(FORMULA, '');
}
