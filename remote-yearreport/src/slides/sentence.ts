/** A sentence of the deck, cut at its figures: every second part is one, and is drawn large or in gold. */
export type Sentence = {
  parts: readonly string[];
  /** The one sentence of a slide whose figure is huge. */
  lead: boolean;
};

/** Stands on both sides of a figure while a text is filled; text from the server can't hold it (`words`). */
const MARK = '\u0000';

/** Marks a value as the figure of its sentence: `fill(copy['report.open.num'], { n: figure(12) })`. */
export const figure = (value: string | number): string => `${MARK}${value}${MARK}`;

export function sentence(text: string, { lead = false } = {}): Sentence {
  return { parts: text.split(MARK), lead };
}

/** Numbers within a fixed text, `18,723` and `25W+` whole; an hour of the day is none. */
const FIXED_FIGURE = /\d[\d,]*(?:W\+|\+)?(?![\d点])/g;

/** A fixed text of the deck whose numbers are its figures (copy deck 6.14). */
export function fixedSentence(text: string, options?: { lead: boolean }): Sentence {
  return sentence(text.replace(FIXED_FIGURE, figure), options);
}

/** The sentence as it is read. */
export const textOf = ({ parts }: Sentence): string => parts.join('');

/** Its first figure, `null` where it has none. */
export const figureOf = ({ parts }: Sentence): string | null => parts[1] ?? null;

/** The same sentences with one lead: where none is named, the first that has a figure. */
export function withLead(sentences: readonly Sentence[]): readonly Sentence[] {
  if (sentences.some(({ lead }) => lead)) return sentences;
  const first = sentences.findIndex((line) => figureOf(line) !== null);
  return sentences.map((line, at) => (at === first ? { ...line, lead: true } : line));
}
