/**
 * How many characters a reader sees: an emoji or a letter with its accents is one. Page and server count with this
 * one rule, so a text the page accepts is never refused for its length. Engines without `Intl.Segmenter` count
 * code points, which is never fewer.
 */
export function countCharacters(text: string): number {
  if (typeof Intl.Segmenter !== 'function') return [...text].length;
  let count = 0;
  for (const _ of new Intl.Segmenter('zh', { granularity: 'grapheme' }).segment(text)) count += 1;
  return count;
}
