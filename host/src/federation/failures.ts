import type { FailurePhase, FailureReason, RouteMatch } from '@fridge/shared-contracts/host';
import type { Tracker } from '../platform/tracking/tracker.ts';

export type FailureKind = 'failed' | 'timeout' | 'incompatible' | 'outdated' | 'crash';

export class ActivityFailure extends Error {
  readonly phase: FailurePhase;
  readonly reason: FailureReason;

  constructor(phase: FailurePhase, reason: FailureReason, options?: ErrorOptions) {
    super(`The activity isn't shown: ${phase}, ${reason}.`, options);
    this.name = 'ActivityFailure';
    this.phase = phase;
    this.reason = reason;
  }

  get kind(): FailureKind {
    if (this.reason === 'timeout') return 'timeout';
    if (this.reason === 'tooNew') return 'incompatible';
    if (this.reason === 'outdated') return 'outdated';
    return this.phase === 'render' ? 'crash' : 'failed';
  }
}

export function failureOf(error: unknown, phase: FailurePhase, reason: FailureReason): ActivityFailure {
  return error instanceof ActivityFailure ? error : new ActivityFailure(phase, reason, { cause: error });
}

export interface FailureLog {
  report(match: Pick<RouteMatch, 'name' | 'remote'>, failure: ActivityFailure): void;
  /** @returns call on unmount */
  mounted(match: Pick<RouteMatch, 'name' | 'remote'>): () => void;
  /** Reports an error for the mounted or leaving screen, else for the host. */
  reportEscaped(error: unknown): void;
}

export function createFailureLog(tracker: Pick<Tracker, 'reportFailure'>): FailureLog {
  let latest: Pick<RouteMatch, 'name' | 'remote'> | null = null;
  let reported = '';
  const report: FailureLog['report'] = ({ name, remote }, failure) => {
    // Development retries every two seconds: report once until a screen mounts.
    const failing = `${name} ${failure.phase} ${failure.reason}`;
    if (import.meta.env.MODE === 'development' && failing === reported) return;
    reported = failing;
    tracker.reportFailure({ remote: name, version: remote.version, phase: failure.phase, reason: failure.reason });
    logInDevelopment(failure.cause ?? failure);
  };
  return {
    report,
    mounted(match) {
      latest = match;
      reported = '';
      return () => {
        // Clean-up errors arrive within this task.
        setTimeout(() => {
          if (latest === match) latest = null;
        });
      };
    },
    reportEscaped(error) {
      if (latest) return report(latest, failureOf(error, 'render', 'threw'));
      tracker.reportFailure({ remote: 'host', version: 'unknown', phase: 'shell', reason: 'threw' });
      logInDevelopment(error);
    },
  };
}

/** In development only: an error may quote the user's input. */
export function logInDevelopment(...details: readonly unknown[]): void {
  // oxlint-disable-next-line no-console -- the console is where a developer looks
  if (import.meta.env.MODE === 'development') console.error(...details);
}
