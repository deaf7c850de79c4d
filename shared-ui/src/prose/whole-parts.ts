/** A line could break between a span and its full stop. */
const CLOSING = '，。、；：！？…）》」』】”’';

const WHOLE = String.raw`(?:\d+年)?\d+月\d+日|\d+:\d\d-\d+:\d\d|\d+(?:\.\d+)?(?:个小时|小时|元|万张|张|份|厘米|毫米|℃|%)`;

/** The last two characters, Latin word or number. Kept together for engines without `text-wrap: pretty`. */
const END = new RegExp(String.raw`(?:[\w.]+[^\s${CLOSING}]?|[^\s${CLOSING}]{2})[${CLOSING}]*$`);

/** Characters that fit on one line. */
const ONE_LINE = 12;

/** `at`: place in the text, a stable key. */
type TextPart = { at: number; text: string; whole: boolean };

/**
 * Splits into parts that don't break and those between (look, "Type, space, shape").
 * @param phrases further words that don't break
 */
export function wholeParts(text: string, phrases: readonly string[] = []): TextPart[] {
  // The capturing group makes every second piece whole.
  const pieces = text.split(new RegExp(`((?:${[WHOLE, ...phrases].join('|')})[${CLOSING}]*)`));
  const last = pieces.pop() ?? '';
  const end = text.length > ONE_LINE ? (END.exec(last)?.index ?? last.length) : last.length;
  return [...pieces, last.slice(0, end), last.slice(end)]
    .map((piece, at) => ({ at, text: piece, whole: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}
