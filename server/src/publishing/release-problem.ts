/** What of a publication is refused, for logs; people get the sentence. */
export type ProblemKind =
  | 'address'
  | 'kit'
  | 'description'
  | 'contract'
  | 'react'
  | 'size'
  | 'entry'
  | 'file'
  | 'syntax'
  | 'retry'
  | 'route'
  | 'shell'
  | 'window'
  | 'call'
  | 'version'
  | 'origin'
  | 'name'
  | 'team'
  | 'key'
  | 'pinned'
  | 'canary'
  | 'noRelease'
  | 'tooMany';

/** `text` says what to do. */
export type ReleaseProblem = { kind: ProblemKind; text: string };

/** Nothing was changed. */
export class ReleaseRefusedError extends Error {
  override name = 'ReleaseRefusedError';
  /** Each once. */
  readonly problems: readonly ReleaseProblem[];
  /** Name and version, as far as they are known. */
  readonly about: { name?: string; version?: string };

  constructor(source: string, problems: readonly ReleaseProblem[], about: { name?: string; version?: string } = {}) {
    const byText = new Map(problems.map((problem) => [problem.text, problem]));
    super(`The release at ${source} was not published: ${[...byText.keys()].join('\n  ')}`);
    this.problems = [...byText.values()];
    this.about = about;
  }
}
