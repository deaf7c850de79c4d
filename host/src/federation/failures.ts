import {
  type FailurePhase,
  type FailureReason,
  isComplete,
  type PageRemote,
  type RouteMatch,
} from '@fridge/shared-contracts/page';
import { thrownAt } from './thrown-at.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import type { Failure, Tracker } from '../platform/tracking/tracker.ts';

export class ActivityFailure extends Error {
  override readonly name = 'ActivityFailure';
  /** What the failed load asked for. */
  files: readonly AskedFile[] = [];
  /** Whether it may open once the network is back. */
  readonly isOfNetwork: boolean;

  constructor(
    readonly phase: FailurePhase,
    readonly reason: FailureReason,
    options?: ErrorOptions,
  ) {
    super(`The activity isn't shown: ${phase}, ${reason}.`, options);
    this.isOfNetwork = reason === 'network' || reason === 'timeout' || !navigator.onLine;
  }

  get kind() {
    if (this.reason === 'timeout') return 'timeout';
    if (this.phase === 'contract') return 'outdated';
    return this.phase === 'render' ? 'crash' : 'failed';
  }
}

export function failureOf(error: unknown, phase: FailurePhase, reason: FailureReason): ActivityFailure {
  return error instanceof ActivityFailure ? error : new ActivityFailure(phase, reason, { cause: error });
}

/** Milliseconds, for slow phones: mostly it takes a few. The user reads the failure meanwhile. */
const DIAGNOSIS_LIMIT_MS = 10_000;

/** `integrity`: as published; of a script the page's maps may have it. */
export type AskedFile = { href: string; integrity?: string };

/** Different failures per page, of those that may repeat: an error of a timer, a malformed value. */
const REPEATED_LIMIT = 20;

/** Of a screen. */
export type Release = Pick<RouteMatch<PageRemote>, 'name' | 'remote'>;

export type FailureLog = ReturnType<typeof createFailureLog>;

/** Every failure is one event. */
export function createFailureLog(
  tracker: Pick<Tracker, 'reportFailure'>,
  fetch: typeof globalThis.fetch,
  /** Of a script; `null`: unknown. */
  publishedHash: (href: string) => string | null,
) {
  const reported = new Set<string>();
  let latest: Release | null = null;

  /** @param details for the console, in development */
  const report = (failure: Failure, ...details: readonly unknown[]): void => {
    tracker.reportFailure(failure);
    logInDevelopment(...details);
  };
  /**
   * A failed import or stylesheet doesn't tell whether its file was missing or changed: looks into it while the user
   * reads the failure.
   * @param files that the failed load asked for
   */
  const reportLoad = async (failure: Failure, files: readonly AskedFile[]): Promise<void> => {
    if (failure.reason !== 'network') return tracker.reportFailure(failure);
    const diagnosis = new AbortController();
    const { signal } = diagnosis;
    const changes = files.map(async ({ href, integrity }) => {
      const published = integrity ?? publishedHash(href);
      if (published === null || !(await isOther(await fetch(href, { signal, cache: 'force-cache' }), published)))
        throw new Error('As published, or missing.');
      return true;
    });
    // Before the tracker's listeners, which send the last events.
    const left = new Promise<false>((resolve) => {
      const onLeaving = ({ type }: Event) => {
        if (type === 'pagehide' || document.visibilityState === 'hidden') resolve(false);
      };
      for (const leaving of ['pagehide', 'visibilitychange'])
        window.addEventListener(leaving, onLeaving, { capture: true, signal });
    });
    const found = Promise.any(changes).catch(() => false);
    const isChanged = await withTimeout(Promise.race([found, left]), DIAGNOSIS_LIMIT_MS, false);
    diagnosis.abort();
    tracker.reportFailure({ ...failure, reason: isChanged ? 'integrity' : 'network' });
  };
  const reportScreen = ({ name, remote }: Release, { phase, reason, files, cause }: ActivityFailure) => {
    const thrown = reason === 'threw' && isComplete(remote) ? thrownAt(cause, remote.entry) : {};
    void reportLoad({ remote: name, version: remote.version, phase, reason, ...thrown }, files);
    logInDevelopment(`${name}: ${phase}, ${reason}.`, cause);
  };
  return {
    report,
    /** Of those that may repeat; no more than a page's limit. */
    isFirst(key: string): boolean {
      if (reported.has(key) || reported.size >= REPEATED_LIMIT) return false;
      reported.add(key);
      return true;
    },
    reportLoad,
    reportScreen,
    /** @returns call on unmount */
    mounted(match: Release) {
      latest = match;
      return () => {
        // Clean-up errors arrive within this task.
        setTimeout(() => {
          if (latest === match) latest = null;
        });
      };
    },
    /** Reports an error for the mounted or leaving screen, else for the host. */
    reportEscaped(error: unknown) {
      if (latest) reportScreen(latest, failureOf(error, 'render', 'threw'));
      else report({ remote: 'host', version: 'unknown', phase: 'shell', reason: 'threw' }, error);
    },
  };
}

/** From the browser's cache, where the failed load has left it. */
async function isOther(response: Response, published: string): Promise<boolean> {
  if (!response.ok) return false;
  const [algorithm = ''] = published.split('-', 1); // `sha256` of the host's files, `sha384` of a release's
  const content = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest(algorithm.replace('sha', 'SHA-'), content));
  return `${algorithm}-${btoa(String.fromCharCode(...digest))}` !== published;
}

/** In development only: an error may quote the user's input. */
function logInDevelopment(...details: readonly unknown[]): void {
  // oxlint-disable-next-line no-console -- the console is where a developer looks
  if (import.meta.env.MODE === 'development') console.error(...details);
}
