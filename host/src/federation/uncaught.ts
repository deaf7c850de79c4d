import type { Registry } from '@fridge/shared-contracts/host';
import type { Tracker } from '../platform/platform.ts';
import { logInDevelopment } from './failures.ts';

/** So many faults of one page are told; the rest would say nothing new. */
const LIMIT = 20;

export interface UncaughtDependencies {
  window: Window;
  /** `null` while there is none. */
  registry: () => Registry | null;
  tracker: Pick<Tracker, 'reportFailure'>;
}

/**
 * Leaves one event for each fault that nobody caught, of a handler, a timer or a promise: it names the remote whose
 * files the stack goes through, and nothing of what the fault says. Faults of drawing have boundaries of their own.
 * @returns stops
 */
export function reportUncaught({ window, registry, tracker }: UncaughtDependencies): () => void {
  const told = new Set<string>();
  const report = (error: unknown, file: string) => {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const known = stack || file || 'no stack';
    if (told.has(known) || told.size >= LIMIT) return;
    told.add(known);
    const culprit = culpritOf(`${stack}\n${file}`, registry(), window.location.origin);
    tracker.reportFailure({ ...culprit, phase: culprit.remote === 'host' ? 'shell' : 'callback', reason: 'threw' });
    logInDevelopment(`Nobody caught this fault (${culprit.remote}):`, error);
  };
  const onError = ({ error, filename, message }: ErrorEvent) => {
    // The engine's own note that it laid something out twice, and no fault of anybody's code.
    if (!error && String(message).startsWith('ResizeObserver')) return; // an event that a script made has no message
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

/** The first file of a stack that is a remote's, else the host where one of its own is there, else nobody who is known. */
export function culpritOf(stack: string, registry: Registry | null, origin: string): { remote: string; version: string } {
  const files = (stack.match(/https?:\/\/[^\s()@]+/g) ?? []).map(withoutRetry);
  const bases = Object.entries(registry?.remotes ?? {}).map(([remote, { entry, version }]) => ({ remote, version, base: new URL('.', entry) }));
  for (const file of files) {
    // A page may have another release of the remote open than the registry names by now: its origin is the same.
    const match = bases.find(({ base }) => file.startsWith(base.href)) ?? bases.find(({ base }) => base.origin !== origin && file.startsWith(`${base.origin}/`));
    if (match) return { remote: match.remote, version: file.startsWith(match.base.href) ? match.version : 'unknown' };
  }
  return { remote: files.some((file) => file.startsWith(`${origin}/`)) ? 'host' : 'unknown', version: 'unknown' };
}

/** A file by its first address: `/~1/assets/a.js` is `/assets/a.js`. */
const withoutRetry = (file: string) => file.replace(/^(https?:\/\/[^/]+)\/~\d+(?=\/)/, '$1');
