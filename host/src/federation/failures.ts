import type { FailurePhase, FailureReason, Registry, RouteMatch } from '@fridge/shared-contracts/host';
import type { Tracker } from '../platform/tracking/tracker.ts';

export type FailureKind = 'failed' | 'timeout' | 'incompatible' | 'outdated' | 'crash';

export class ActivityFailure extends Error {
  override readonly name = 'ActivityFailure';

  constructor(
    readonly phase: FailurePhase,
    readonly reason: FailureReason,
    options?: ErrorOptions,
  ) {
    super(`The activity isn't shown: ${phase}, ${reason}.`, options);
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

type Release = Pick<RouteMatch, 'name' | 'remote'>;

export type FailureLog = ReturnType<typeof createFailureLog>;

export function createFailureLog(tracker: Pick<Tracker, 'reportFailure'>) {
  let latest: Release | null = null;
  let reported = '';
  const report = ({ name, remote }: Release, failure: ActivityFailure) => {
    // Development retries every two seconds: report once until a screen mounts.
    const failing = `${name} ${failure.phase} ${failure.reason}`;
    if (import.meta.env.MODE === 'development' && failing === reported) return;
    reported = failing;
    tracker.reportFailure({ remote: name, version: remote.version, phase: failure.phase, reason: failure.reason });
    logInDevelopment(failure.cause ?? failure);
  };
  return {
    report,
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

/** In development only: an error may quote the user's input. */
export function logInDevelopment(...details: readonly unknown[]): void {
  // oxlint-disable-next-line no-console -- the console is where a developer looks
  if (import.meta.env.MODE === 'development') console.error(...details);
}

/** Maximum per page. */
const UNCAUGHT_LIMIT = 20;

/** Sends one event per uncaught error of a handler, timer or promise: the remote, not the message. */
export function reportUncaught(
  window: Window,
  registry: () => Registry | null,
  tracker: Pick<Tracker, 'reportFailure'>,
): void {
  const reported = new Set<string>();
  const report = (error: unknown, file: string) => {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const key = stack || file || 'no stack';
    if (reported.has(key) || reported.size >= UNCAUGHT_LIMIT) return;
    reported.add(key);
    const source = sourceOf(`${stack}\n${file}`, registry(), window.location.origin);
    tracker.reportFailure({ ...source, phase: source.remote === 'host' ? 'shell' : 'callback', reason: 'threw' });
    logInDevelopment(`Uncaught (${source.remote}):`, error);
  };
  window.addEventListener('error', ({ error, filename, message }) => {
    // A notice of the engine, not an error.
    if (!error && String(message).startsWith('ResizeObserver')) return; // scripted events have no message
    report(error, filename);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason, ''));
}

/** The first remote with a file in the stack, else `host` for a file of the host, else `unknown`. */
export function sourceOf(
  stack: string,
  registry: Registry | null,
  origin: string,
): { remote: string; version: string } {
  const files = (stack.match(/https?:\/\/[^\s()@]+/g) ?? []).map(withoutRetry);
  const bases = Object.entries(registry?.remotes ?? {}).map(([remote, { entry, version }]) => ({
    remote,
    version,
    base: new URL('.', entry),
  }));
  for (const file of files) {
    // The page may run a release that the registry no longer names: match the origin.
    const match =
      bases.find(({ base }) => file.startsWith(base.href)) ??
      bases.find(({ base }) => base.origin !== origin && file.startsWith(`${base.origin}/`));
    if (match) return { remote: match.remote, version: file.startsWith(match.base.href) ? match.version : 'unknown' };
  }
  return { remote: files.some((file) => file.startsWith(`${origin}/`)) ? 'host' : 'unknown', version: 'unknown' };
}

/** `/~1/assets/a.js` is `/assets/a.js`. */
const withoutRetry = (file: string) => file.replace(/^(https?:\/\/[^/]+)\/~\d+(?=\/)/, '$1');
