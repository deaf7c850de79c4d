import type { FailurePhase, FailureReason, RouteMatch } from '@fridge/shared-contracts/host';
import type { Tracker } from '../platform/platform.ts';

/** The page that a failure leads to. */
export type FailureKind = 'failed' | 'timeout' | 'incompatible' | 'outdated' | 'crash';

/** Why an activity isn't shown: in which phase of opening it, and for which of the closed set of reasons. */
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

/** Anything that was thrown in a phase, as a failure of it. */
export function failureOf(error: unknown, phase: FailurePhase, reason: FailureReason): ActivityFailure {
  return error instanceof ActivityFailure ? error : new ActivityFailure(phase, reason, { cause: error });
}

export interface FailureLog {
  /** Leaves one event for a failure of a remote. */
  report(match: Pick<RouteMatch, 'name' | 'remote'>, failure: ActivityFailure): void;
  /** The remote whose screen is mounted from now on. @returns to be called when it leaves */
  mounted(match: Pick<RouteMatch, 'name' | 'remote'>): () => void;
  /** A fault that came up through the shell: of the screen that is leaving, if one is, else of the host. */
  reportEscaped(error: unknown): void;
}

export function createFailureLog(tracker: Pick<Tracker, 'reportFailure'>): FailureLog {
  let latest: Pick<RouteMatch, 'name' | 'remote'> | null = null;
  let told = '';
  const report: FailureLog['report'] = ({ name, remote }, failure) => {
    // Development tries again every two seconds: once is enough there, until something has been mounted.
    const failing = `${name} ${failure.phase} ${failure.reason}`;
    if (import.meta.env.MODE === 'development' && failing === told) return;
    told = failing;
    tracker.reportFailure({ remote: name, version: remote.version, phase: failure.phase, reason: failure.reason });
    logInDevelopment(failure.cause ?? failure);
  };
  return {
    report,
    mounted(match) {
      latest = match;
      told = '';
      return () => {
        // What it throws as it leaves comes up before this turn is over.
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

/** The fault itself, with its stack, for whoever is building. Nothing in production: an error may quote what the user typed. */
export function logInDevelopment(...details: readonly unknown[]): void {
  // oxlint-disable-next-line no-console -- the console is where a developer looks
  if (import.meta.env.MODE === 'development') console.error(...details);
}
