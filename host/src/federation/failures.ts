import type { FailurePhase, FailureReason, RouteMatch } from '@fridge/shared-contracts/page';
import type { Failure, Tracker } from '../platform/tracking/tracker.ts';

export type FailureKind = 'failed' | 'timeout' | 'outdated' | 'crash';

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
    if (this.phase === 'contract') return 'outdated';
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

/** Milliseconds, for slow phones: mostly it takes a few. The user reads the failure meanwhile. */
export const DIAGNOSIS_LIMIT_MS = 10_000;

/** `integrity`: as published; `null`: unknown. */
export type AskedFile = { href: string; integrity: string | null };

type Reporting = { tracker: Pick<Tracker, 'reportFailure'>; fetch: typeof globalThis.fetch };

/** Of a screen. */
export type Release = Pick<RouteMatch, 'name' | 'remote'>;

export type FailureLog = ReturnType<typeof createFailureLog>;

export function createFailureLog({ tracker, fetch }: Reporting) {
  let latest: Release | null = null;
  let reported = '';

  /**
   * Sends one event. A failed import or stylesheet doesn't tell whether its file was missing or changed: looks into it
   * while the user reads the failure.
   * @param files that the failed load asked for
   */
  const reportLoad = (failure: Failure, files: readonly AskedFile[]): void => {
    const published = files.filter(({ integrity }) => integrity !== null);
    if (failure.reason !== 'network' || published.length === 0) return tracker.reportFailure(failure);
    const diagnosis = new AbortController();
    const { signal } = diagnosis;
    const send = (reason: FailureReason) => {
      if (signal.aborted) return;
      diagnosis.abort();
      clearTimeout(timer);
      tracker.reportFailure({ ...failure, reason });
    };
    const timer = setTimeout(() => send('network'), DIAGNOSIS_LIMIT_MS);
    const sendIfLeft = ({ type }: Event) => {
      if (type === 'pagehide' || document.visibilityState === 'hidden') send('network');
    };
    // Before the tracker's listeners, which send the last events.
    for (const leaving of ['pagehide', 'visibilitychange'])
      window.addEventListener(leaving, sendIfLeft, { capture: true, signal });
    const checks = published.map(async (file) => (await isChanged(file, fetch, signal)) && send('integrity'));
    void Promise.allSettled(checks).then(() => send('network'));
  };
  const report = ({ name, remote }: Release, { phase, reason, files, cause }: ActivityFailure) => {
    // Development retries every two seconds: report once until a screen mounts.
    const failing = `${name} ${phase} ${reason}`;
    if (import.meta.env.MODE === 'development' && failing === reported) return;
    reported = failing;
    reportLoad({ remote: name, version: remote.version, phase, reason }, files);
    logInDevelopment(cause ?? failing);
  };
  return {
    report,
    reportLoad,
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
      tracker.reportFailure({ remote: 'host', version: 'unknown', phase: 'shell', reason: 'threw' });
      logInDevelopment(error);
    },
  };
}

/** From the browser's cache, where the failed load has left it. @throws for a file that doesn't arrive */
async function isChanged(
  { href, integrity }: AskedFile,
  fetch: Reporting['fetch'],
  signal: AbortSignal,
): Promise<boolean> {
  const response = await fetch(href, { signal, cache: 'force-cache' });
  if (!response.ok) return false;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', await response.arrayBuffer()));
  return `sha384-${btoa(String.fromCharCode(...digest))}` !== integrity;
}

/** In development only: an error may quote the user's input. */
export function logInDevelopment(...details: readonly unknown[]): void {
  // oxlint-disable-next-line no-console -- the console is where a developer looks
  if (import.meta.env.MODE === 'development') console.error(...details);
}
