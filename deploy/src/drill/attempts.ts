import { answerCode } from '@fridge/shared-contracts';

export type Kind = 'question' | 'coupon' | 'draw' | 'upload';

/** One call as its user saw it. Times are ms since the epoch. */
export interface Attempt {
  readonly kind: Kind;
  readonly startedAt: number;
  readonly endedAt: number;
  /** The envelope's code; `null`: no answer, which the page tells as a broken network. */
  readonly code: number | null;
  readonly message: string;
}

/** What a page sends again with the same id: nothing came, or a temporary refusal. */
export function isFailed({ code }: Pick<Attempt, 'code'>): boolean {
  return code === null || code === answerCode.ourFault || code === answerCode.tooMany;
}

/** Of attempts since a failure; times of the drill's clock. */
export interface Outage {
  /** From the failure until the last call that failed was started; 0 if none failed. */
  readonly unavailableMs: number;
  readonly failed: number;
  /** Calls that succeeded after that. */
  readonly succeededSince: number;
  /** What users were told meanwhile, with how many each. */
  readonly told: Readonly<Record<string, number>>;
}

export function outageSince(failureAt: number, attempts: readonly Attempt[], endAt = Number.POSITIVE_INFINITY): Outage {
  const since = attempts.filter(({ startedAt, endedAt }) => endedAt >= failureAt && startedAt < endAt);
  const failed = since.filter(isFailed);
  const lastStart = Math.max(failureAt, ...failed.map(({ startedAt }) => startedAt));
  const told: Record<string, number> = {};
  for (const { code, message } of failed) {
    const words = code === null ? 'no answer' : `${code} ${message}`;
    told[words] = (told[words] ?? 0) + 1;
  }
  return {
    unavailableMs: lastStart - failureAt,
    failed: failed.length,
    succeededSince: since.filter((attempt) => !isFailed(attempt) && attempt.startedAt > lastStart).length,
    told,
  };
}
