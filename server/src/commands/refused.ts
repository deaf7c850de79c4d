/** `kind`, with what it is `about`: for those who count or translate problems. */
export type Problem = { text: string; kind?: string; about?: Readonly<Record<string, string>> };

/** What was asked can't be done, and nothing was changed. Each problem tells what to do. */
export class Refused extends Error {
  override name = 'Refused';
  readonly problems: readonly Problem[];
  /** Each problem; the first begins with what was refused. */
  readonly sentences: readonly string[];

  constructor(problems: string | readonly Problem[], { lead = '', ...options }: ErrorOptions & { lead?: string } = {}) {
    const all = typeof problems === 'string' ? [{ text: problems }] : problems;
    const sentences = all.map(({ text }, index) => (index === 0 ? `${lead}${text}` : text));
    super(sentences.join('\n  '), options);
    this.problems = all;
    this.sentences = sentences;
  }
}
