/** What closes a phrase. It stays with what it closes: a line may otherwise break between a box and its full stop. */
const CLOSING = '[，。、；：！？…）》」』】”’]';

/**
 * Dates, ranges of hours, numbers with their unit, and words that read badly in two: a line may break in front of them
 * and after them, not inside.
 */
const WHOLE = new RegExp(
  `((?:(?:\\d+年)?\\d+月\\d+日|\\d+:\\d\\d-\\d+:\\d\\d|\\d+(?:\\.\\d+)?(?:个小时|小时|元|万张|张|份|厘米|毫米|℃|%)|单笔|感谢您的参与|感谢您的关注)${CLOSING}*)`,
);

/**
 * The end of a text: its last two characters, or a number or word in Latin letters, with what closes it. Without it a
 * line that is a little too narrow leaves one character alone on the last line, where an engine knows no
 * `text-wrap: pretty`.
 */
const END = new RegExp(`(?:[\\w.]+[^\\s，。、；：！？…）》」』】”’]?|[^\\s，。、；：！？…）》」』】”’]{2})${CLOSING}*$`);

/** A text of so few characters is no running text. */
const SHORT = 12;

/** `at` is the part's place among the pieces: the same text always gives the same keys. */
export type TextPart = { at: number; text: string; whole: boolean };

/** Cuts a text into what must stay on one line, its end among it, and what stands between (look, "Type, space, shape"). */
export function wholeParts(text: string): TextPart[] {
  // The capturing group makes every second piece one that has to stay whole, and the last one none of them.
  const pieces = text.split(WHOLE);
  const last = pieces.pop() ?? '';
  const end = text.length > SHORT ? (END.exec(last)?.index ?? last.length) : last.length;
  return [...pieces, last.slice(0, end), last.slice(end)].map((piece, at) => ({ at, text: piece, whole: at % 2 === 1 })).filter((part) => part.text !== '');
}
