import { answerCode } from '@fridge/shared-contracts';
import type { AnswerCode } from '@fridge/shared-contracts/page';
import type { ProblemKind, ReleaseProblem } from '../publishing/release-problem.ts';
import type { TeamKey } from './team-key-problems.ts';

type RefusalKind =
  | ProblemKind
  | 'form'
  | 'signature'
  | 'audience'
  | 'time'
  | 'action'
  | 'body'
  | 'release'
  | 'repeated'
  | 'previews'
  | 'tooLarge';

export type TeamProblem = Omit<ReleaseProblem, 'kind'> & { kind: RefusalKind };

/** A team's request is refused, with every reason; nothing was changed. */
export class TeamRefused extends Error {
  override name = 'TeamRefused';
  readonly problems: readonly TeamProblem[];
  /** Who, as far as it is known to the operators. */
  readonly by: TeamKey | null;
  /** Name and version, for the log. */
  readonly about: object;

  constructor(problems: readonly TeamProblem[], by: TeamKey | null = null, about: object = {}) {
    super(problems.map(({ text }) => text).join('\n'));
    this.problems = problems;
    this.by = by;
    this.about = about;
  }

  get code(): AnswerCode {
    const kinds = new Set(this.problems.map(({ kind }) => kind));
    return codes.find(([, of]) => of.some((kind) => kinds.has(kind)))?.[0] ?? answerCode.badInput;
  }
}

/** The first that applies; all others are bad input. */
const codes: readonly (readonly [AnswerCode, readonly RefusalKind[]])[] = [
  [answerCode.tooMany, ['tooMany']],
  [answerCode.tooLarge, ['tooLarge']],
  [answerCode.notAuthorized, ['team', 'key', 'signature', 'audience', 'time', 'action', 'body', 'release']],
  [answerCode.notYours, ['name', 'origin', 'pinned', 'previews']],
  [answerCode.conflict, ['repeated', 'version']],
];
