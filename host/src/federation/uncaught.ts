import type { Registry } from '@fridge/shared-contracts/host';
import type { Tracker } from '../platform/platform.ts';
import { logInDevelopment } from './failures.ts';

/** Errors reported for one page at most. */
const LIMIT = 20;

export interface UncaughtDependencies {
  window: Window;
  registry: () => Registry | null;
  tracker: Pick<Tracker, 'reportFailure'>;
}

/**
 * Sends one event for each uncaught error of a handler, a timer or a promise, with the remote whose files are in the
 * stack and nothing of the message. Errors of rendering have boundaries of their own.
 * @returns stops
 */
export function reportUncaught({ window, registry, tracker }: UncaughtDependencies): () => void {
  const reported = new Set<string>();
  const report = (error: unknown, file: string) => {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const known = stack || file || 'no stack';
    if (reported.has(known) || reported.size >= LIMIT) return;
    reported.add(known);
    const source = sourceOf(`${stack}\n${file}`, registry(), window.location.origin);
    tracker.reportFailure({ ...source, phase: source.remote === 'host' ? 'shell' : 'callback', reason: 'threw' });
    logInDevelopment(`Uncaught (${source.remote}):`, error);
  };
  const onError = ({ error, filename, message }: ErrorEvent) => {
    // A notice of the engine, not an error.
    if (!error && String(message).startsWith('ResizeObserver')) return; // a scripted event has no message
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

/** The remote of the first file that is a remote's, else the host if a file is its own, else `unknown`. */
export function sourceOf(stack: string, registry: Registry | null, origin: string): { remote: string; version: string } {
  const files = (stack.match(/https?:\/\/[^\s()@]+/g) ?? []).map(withoutRetry);
  const bases = Object.entries(registry?.remotes ?? {}).map(([remote, { entry, version }]) => ({ remote, version, base: new URL('.', entry) }));
  for (const file of files) {
    // The page may run another release than the registry names by now: then the origin tells.
    const match = bases.find(({ base }) => file.startsWith(base.href)) ?? bases.find(({ base }) => base.origin !== origin && file.startsWith(`${base.origin}/`));
    if (match) return { remote: match.remote, version: file.startsWith(match.base.href) ? match.version : 'unknown' };
  }
  return { remote: files.some((file) => file.startsWith(`${origin}/`)) ? 'host' : 'unknown', version: 'unknown' };
}

/** `/~1/assets/a.js` is `/assets/a.js`. */
const withoutRetry = (file: string) => file.replace(/^(https?:\/\/[^/]+)\/~\d+(?=\/)/, '$1');
