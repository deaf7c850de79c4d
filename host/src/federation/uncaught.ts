import type { Registry } from '@fridge/shared-contracts/host';
import type { Tracker } from '../platform/tracking/tracker.ts';
import { logInDevelopment } from './failures.ts';

/** Maximum per page. */
const LIMIT = 20;

export interface UncaughtDependencies {
  window: Window;
  registry: () => Registry | null;
  tracker: Pick<Tracker, 'reportFailure'>;
}

/**
 * Sends one event per uncaught error of a handler, timer or promise: the remote, not the message.
 * @returns stops
 */
export function reportUncaught({ window, registry, tracker }: UncaughtDependencies): () => void {
  const reported = new Set<string>();
  const report = (error: unknown, file: string) => {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const key = stack || file || 'no stack';
    if (reported.has(key) || reported.size >= LIMIT) return;
    reported.add(key);
    const source = sourceOf(`${stack}\n${file}`, registry(), window.location.origin);
    tracker.reportFailure({ ...source, phase: source.remote === 'host' ? 'shell' : 'callback', reason: 'threw' });
    logInDevelopment(`Uncaught (${source.remote}):`, error);
  };
  const onError = ({ error, filename, message }: ErrorEvent) => {
    // A notice of the engine, not an error.
    if (!error && String(message).startsWith('ResizeObserver')) return; // scripted events have no message
    report(error, filename);
  };
  const onRejection = ({ reason }: PromiseRejectionEvent) => report(reason, '');
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}

/** The first remote with a file in the stack, else `host` for a file of the host, else `unknown`. */
export function sourceOf(stack: string, registry: Registry | null, origin: string): { remote: string; version: string } {
  const files = (stack.match(/https?:\/\/[^\s()@]+/g) ?? []).map(withoutRetry);
  const bases = Object.entries(registry?.remotes ?? {}).map(([remote, { entry, version }]) => ({ remote, version, base: new URL('.', entry) }));
  for (const file of files) {
    // The page may run a release that the registry no longer names: match the origin.
    const match = bases.find(({ base }) => file.startsWith(base.href)) ?? bases.find(({ base }) => base.origin !== origin && file.startsWith(`${base.origin}/`));
    if (match) return { remote: match.remote, version: file.startsWith(match.base.href) ? match.version : 'unknown' };
  }
  return { remote: files.some((file) => file.startsWith(`${origin}/`)) ? 'host' : 'unknown', version: 'unknown' };
}

/** `/~1/assets/a.js` is `/assets/a.js`. */
const withoutRetry = (file: string) => file.replace(/^(https?:\/\/[^/]+)\/~\d+(?=\/)/, '$1');
