/** Opening and closing marks, as parts of a pattern. */
const QUOTES = [
  ['"', '"'],
  ['`', '`'],
  // Within a word it is an apostrophe: `doesn't`.
  [String.raw`\B'`, "'"],
  ['[“”„]', '[“”]'],
  ['[‘‚]', '[‘’]'],
  ['[«»]', '[«»]'],
  ['[‹›]', '[‹›]'],
  ['「', '」'],
  ['『', '』'],
  ['《', '》'],
  ['〈', '〉'],
  ['＂', '＂'],
  ['＇', '＇'],
] as const;

/** To the end where it isn't closed. A mark after a backslash closes nothing. */
const QUOTED = new RegExp(
  QUOTES.map(([open, close]) => String.raw`${open}(?:\\?[^])*?(?:${close}(?!\w)|$)`).join('|'),
  'g',
);

/** An address, a word with a digit, a long one, and what isn't ASCII. */
const VALUE = /\S*(?::\/\/|@)\S*|\S*\d\S*|[^\s(),.:;'\u2026]{40,}|[^ -~]+/g;

/** Of what is read: the time of `VALUE` grows with the square of a text without spaces. */
const MOST_READ = 1_000;
export const MESSAGE_CHARACTERS = 120;

/**
 * What an error says, without quoted texts, addresses, digits, long words and all that isn't ASCII. Page and server
 * both apply it.
 */
export function withoutValues(text: string): string {
  // The last word may have lost what tells that it is a value.
  const read = text.length > MOST_READ ? text.slice(0, MOST_READ).replace(/\S*$/, '') : text;
  return read
    .replace(QUOTED, '\u2026')
    .replace(VALUE, '\u2026')
    .replace(/[\u2026\s]*\u2026[\u2026\s]*/g, ' \u2026 ')
    .trim()
    .slice(0, MESSAGE_CHARACTERS)
    .trim();
}
