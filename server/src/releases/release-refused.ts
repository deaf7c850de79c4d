import { Refused } from '../commands/refused.ts';

/** What is refused, for logs; people get the sentence. */
export type ProblemKind =
  | 'action'
  | 'address'
  | 'audience'
  | 'body'
  | 'call'
  | 'canary'
  | 'contract'
  | 'description'
  | 'entry'
  | 'file'
  | 'form'
  | 'key'
  | 'kit'
  | 'name'
  | 'noRelease'
  | 'origin'
  | 'pinned'
  | 'previews'
  | 'react'
  | 'release'
  | 'repeated'
  | 'retry'
  | 'route'
  | 'shell'
  | 'signature'
  | 'size'
  | 'syntax'
  | 'team'
  | 'time'
  | 'tooLarge'
  | 'tooMany'
  | 'version'
  | 'window';

/** `text` says what to do. */
export type ReleaseProblem = { kind: ProblemKind; text: string };

/** `about`: name and version, as far as they are known. `lead`: begins the message. */
type About = { about?: { name?: string; version?: string }; lead?: string };

/** Nothing was changed; the message has every reason. */
export class ReleaseRefused extends Refused {
  override name = 'ReleaseRefused';
  /** Each once. */
  declare readonly problems: readonly ReleaseProblem[];
  readonly about: { name?: string; version?: string };

  constructor(problems: readonly ReleaseProblem[], { about = {}, lead = '' }: About = {}) {
    const byText = new Map(problems.map((problem) => [problem.text, problem]));
    super([...byText.values()], { lead });
    this.about = about;
  }
}

/** One reason. */
export const refusedFor = (kind: ProblemKind, text: string): ReleaseRefused => new ReleaseRefused([{ kind, text }]);

/** @throws ReleaseRefused unless it holds */
export function demand(holds: boolean, kind: ProblemKind, text: string): asserts holds {
  if (!holds) throw refusedFor(kind, text);
}
