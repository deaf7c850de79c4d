/** Dates and ranges of hours: a line may break in front of them and after them, not inside. */
const WHOLE = /((?:\d+年)?\d+月\d+日|\d+:\d\d-\d+:\d\d)/;

/** `at` is the part's place among the pieces: the same text always gives the same keys. */
export type TextPart = { at: number; text: string; whole: boolean };

/** Cuts a text into what must stay on one line and what stands between (look, "Type, space, shape"). */
export function wholeParts(text: string): TextPart[] {
  // The capturing group makes every second piece one that has to stay whole.
  return text.split(WHOLE).map((piece, at) => ({ at, text: piece, whole: at % 2 === 1 })).filter((part) => part.text !== '');
}
