/** Closing punctuation stays with what it closes: a line could otherwise break between a span and its full stop. */
const CLOSING = '，。、；：！？…）》」』】”’';

/** Dates, ranges of hours and numbers with their unit don't break inside. */
const WHOLE = String.raw`(?:\d+年)?\d+月\d+日|\d+:\d\d-\d+:\d\d|\d+(?:\.\d+)?(?:个小时|小时|元|万张|张|份|厘米|毫米|℃|%)`;

/**
 * The end of a text: its last two characters, or a Latin word or number, with what closes it. Keeps a single character
 * off the last line where an engine lacks `text-wrap: pretty`.
 */
const END = new RegExp(String.raw`(?:[\w.]+[^\s${CLOSING}]?|[^\s${CLOSING}]{2})[${CLOSING}]*$`);

/** Up to this many characters a text fits on one line. */
const ONE_LINE = 12;

/** `at` is the part's place in the text: the same text always has the same keys. */
export type TextPart = { at: number; text: string; whole: boolean };

/**
 * Cuts a text into parts that stay on one line and what stands between them (look, "Type, space, shape").
 * @param phrases further words that stay whole
 */
export function wholeParts(text: string, phrases: readonly string[] = []): TextPart[] {
  // The capturing group makes every second piece a whole one.
  const pieces = text.split(new RegExp(`((?:${[WHOLE, ...phrases].join('|')})[${CLOSING}]*)`));
  const last = pieces.pop() ?? '';
  const end = text.length > ONE_LINE ? (END.exec(last)?.index ?? last.length) : last.length;
  return [...pieces, last.slice(0, end), last.slice(end)]
    .map((piece, at) => ({ at, text: piece, whole: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}
