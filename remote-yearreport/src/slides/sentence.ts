/** Every second part is a figure. */
export type Sentence = {
  parts: readonly string[];
  /** Its figure is the slide's largest text. */
  lead: boolean;
};

/** At both ends of a figure; the server's texts can't contain it (`words`). */
const MARK = '\u0000';

/** Marks a value as a figure: `fill(copy['report.open.num'], { n: figure(12) })`. */
export const figure = (value: string | number): string => `${MARK}${value}${MARK}`;

export function sentence(text: string, { lead = false } = {}): Sentence {
  return { parts: text.split(MARK), lead };
}

/** `18,723` and `25W+`, but not an hour of the day. */
const FIXED_FIGURE = /\d[\d,]*(?:W\+|\+)?(?![\d点])/g;

/** Its numbers are its figures (copy deck 6.14). */
export function fixedSentence(text: string, options?: { lead: boolean }): Sentence {
  return sentence(text.replace(FIXED_FIGURE, figure), options);
}

export const textOf = ({ parts }: Sentence): string => parts.join('');

/** The first; `null` without one. */
export const figureOf = ({ parts }: Sentence): string | null => parts[1] ?? null;

/** The first sentence with a figure, unless there is a lead. */
export function withLead(sentences: readonly Sentence[]): readonly Sentence[] {
  if (sentences.some(({ lead }) => lead)) return sentences;
  const first = sentences.findIndex((line) => figureOf(line) !== null);
  return sentences.map((line, at) => (at === first ? { ...line, lead: true } : line));
}
