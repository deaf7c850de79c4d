import type { FailurePhase, FailureReason, RouteMatch } from '@fridge/shared-contracts/page';
import { type AskedFile, reportLoadFailure, type Reporting } from './changed-files.ts';

export type FailureKind = 'failed' | 'timeout' | 'incompatible' | 'outdated' | 'crash';

export class ActivityFailure extends Error {
  override readonly name = 'ActivityFailure';

  constructor(
    readonly phase: FailurePhase,
    readonly reason: FailureReason,
    options?: ErrorOptions,
    /** What the failed load asked for. */
    readonly files: readonly AskedFile[] = [],
  ) {
    super(`The activity isn't shown: ${phase}, ${reason}.`, options);
  }

  get kind(): FailureKind {
    if (this.reason === 'timeout') return 'timeout';
    if (this.reason === 'tooNew') return 'incompatible';
    if (this.reason === 'outdated') return 'outdated';
    return this.phase === 'render' ? 'crash' : 'failed';
  }

  /** Whether it may open once the network is back. */
  get isOfNetwork(): boolean {
    return this.reason === 'network' || this.reason === 'timeout' || navigator.onLine === false;
  }

  asking(files: readonly AskedFile[]): ActivityFailure {
    return new ActivityFailure(this.phase, this.reason, { cause: this.cause }, files);
  }
}

export function failureOf(error: unknown, phase: FailurePhase, reason: FailureReason): ActivityFailure {
  return error instanceof ActivityFailure ? error : new ActivityFailure(phase, reason, { cause: error });
}

/** Of a screen. */
export type Release = Pick<RouteMatch, 'name' | 'remote'>;

export type FailureLog = ReturnType<typeof createFailureLog>;

export function createFailureLog(reporting: Reporting) {
  let latest: Release | null = null;
  let reported = '';
  const report = ({ name, remote }: Release, failure: ActivityFailure) => {
    const { phase, reason, files } = failure;
    // Development retries every two seconds: report once until a screen mounts.
    const failing = `${name} ${phase} ${reason}`;
    if (import.meta.env.MODE === 'development' && failing === reported) return;
    reported = failing;
    reportLoadFailure({ remote: name, version: remote.version, phase, reason }, files, reporting);
    logInDevelopment(failure.cause ?? failure);
  };
  return {
    report,
    /** The mounted screen's release. */
    open: (): Release | null => latest,
    /** @returns call on unmount */
    mounted(match: Release) {
      latest = match;
      reported = '';
      return () => {
        // Clean-up errors arrive within this task.
        setTimeout(() => {
          if (latest === match) latest = null;
        });
      };
    },
    /** Reports an error for the mounted or leaving screen, else for the host. */
    reportEscaped(error: unknown) {
      if (latest) return report(latest, failureOf(error, 'render', 'threw'));
      reporting.tracker.reportFailure({ remote: 'host', version: 'unknown', phase: 'shell', reason: 'threw' });
      logInDevelopment(error);
    },
  };
}

/** In development only: an error may quote the user's input. */
export function logInDevelopment(...details: readonly unknown[]): void {
  // oxlint-disable-next-line no-console -- the console is where a developer looks
  if (import.meta.env.MODE === 'development') console.error(...details);
}
