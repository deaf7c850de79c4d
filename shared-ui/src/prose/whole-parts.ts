/**
 * Dates, ranges of hours, numbers with their unit, and words that read badly in two: a line may break in front of them
 * and after them, not inside.
 */
const WHOLE = /((?:\d+年)?\d+月\d+日|\d+:\d\d-\d+:\d\d|\d+(?:\.\d+)?(?:个小时|小时|元|万张|张|份|厘米|毫米|℃|%)|单笔|感谢您的参与|感谢您的关注)/;

/** `at` is the part's place among the pieces: the same text always gives the same keys. */
export type TextPart = { at: number; text: string; whole: boolean };

/** Cuts a text into what must stay on one line and what stands between (look, "Type, space, shape"). */
export function wholeParts(text: string): TextPart[] {
  // The capturing group makes every second piece one that has to stay whole.
  return text.split(WHOLE).map((piece, at) => ({ at, text: piece, whole: at % 2 === 1 })).filter((part) => part.text !== '');
}
