import * as v from 'valibot';
import { LATE_CODE_FAILED, type LateCodeFailed, type Registry, withoutRetry } from '@fridge/shared-contracts/page';
import { reportLoadFailure, type Reporting } from './changed-files.ts';
import { logInDevelopment, type Release } from './failures.ts';
import type { PublishedFiles } from './published-files.ts';

/** `LateCodeFailed` at runtime: any code of the page can send one. */
const lateFailure: v.GenericSchema<LateCodeFailed> = v.object({
  href: v.pipe(v.string(), v.url()),
  error: v.custom<object>((error) => typeof error === 'object' && error !== null),
});

/** Maximum per page. */
const UNCAUGHT_LIMIT = 20;

/**
 * Sends one event per uncaught error of a handler, timer or promise, and per failed late import: the remote, not the
 * message.
 */
export function reportUncaught(
  window: Window,
  registry: () => Registry | null,
  { tracker, fetch, published, open }: Reporting & { published: PublishedFiles; open: () => Release | null },
): void {
  const reported = new Set<string>();
  const lateErrors = new WeakSet();
  const isFirst = (key: string) => {
    if (reported.has(key) || reported.size >= UNCAUGHT_LIMIT) return false;
    reported.add(key);
    return true;
  };
  const report = (error: unknown, file: string) => {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    if (!isFirst(stack || file || 'no stack')) return;
    const source = sourceOf(`${stack}\n${file}`, registry(), window.location.origin, open());
    tracker.reportFailure({ ...source, phase: source.remote === 'host' ? 'shell' : 'callback', reason: 'threw' });
    logInDevelopment(`Uncaught (${source.remote}):`, error);
  };
  window.addEventListener('error', ({ error, filename, message }) => {
    // A notice of the engine, not an error.
    if (!error && String(message).startsWith('ResizeObserver')) return; // scripted events have no message
    report(error, filename);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    if (!lateErrors.has(reason)) report(reason, '');
  });
  window.addEventListener(LATE_CODE_FAILED, (event) => {
    const failed = v.safeParse(lateFailure, event instanceof CustomEvent ? event.detail : null);
    if (!failed.success || !isFirst(failed.output.href)) return;
    const { href, error } = failed.output;
    lateErrors.add(error);
    const source = sourceOf(href, registry(), window.location.origin, open());
    const phase = source.remote === 'host' ? 'shell' : 'callback';
    const files = loadedBeside(href).map(published.describe);
    reportLoadFailure({ ...source, phase, reason: 'network' }, files, { tracker, fetch });
  });
}

/** The address and those in its folder that the page asked for: late code may load others with it. */
function loadedBeside(href: string): string[] {
  const folder = new URL('.', href).href;
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set([href, ...names.filter((name) => name.startsWith(folder))])];
}

/**
 * The first remote with a file in the stack, else `host` for a file of the host, else `unknown`.
 * @param open of the mounted screen, which the registry may no longer name
 */
export function sourceOf(
  stack: string,
  registry: Registry | null,
  origin: string,
  open: Release | null = null,
): { remote: string; version: string } {
  const files = (stack.match(/https?:\/\/[^\s()@]+/g) ?? []).map(withoutRetry);
  const served = Object.entries(registry?.remotes ?? {}).map(([name, remote]) => ({ name, remote }));
  const bases = [...(open ? [open] : []), ...served].map(({ name, remote: { entry, version } }) => ({
    remote: name,
    version,
    base: new URL('.', entry),
  }));
  for (const file of files) {
    // A screen that was left may have been of a release that the registry no longer names: match the origin.
    const match =
      bases.find(({ base }) => file.startsWith(base.href)) ??
      bases.find(({ base }) => base.origin !== origin && file.startsWith(`${base.origin}/`));
    if (match) return { remote: match.remote, version: file.startsWith(match.base.href) ? match.version : 'unknown' };
  }
  return { remote: files.some((file) => file.startsWith(`${origin}/`)) ? 'host' : 'unknown', version: 'unknown' };
}
