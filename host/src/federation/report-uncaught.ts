import * as v from 'valibot';
import {
  isComplete,
  isLastAgain,
  LATE_CODE_FAILED,
  type PageRegistry,
  withoutRetry,
} from '@fridge/shared-contracts/page';
import type { FailureLog } from './failures.ts';
import { thrownAt } from './thrown-at.ts';

/** `LateCodeFailed` at runtime: any code of the page can send one. */
const lateFailureSchema = v.object({ href: v.pipe(v.string(), v.url()), error: v.unknown() });

/**
 * Sends one event per uncaught error of a handler, timer or promise, and per failed late import: the remote, not the
 * message.
 * @param onUsedUp late code of a remote loads in a new document only
 */
export function reportUncaught(registry: () => PageRegistry | null, failures: FailureLog, onUsedUp: () => void): void {
  const lateErrors = new Set<unknown>();
  const report = (error: unknown, file: string) => {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    if (!failures.isFirst(stack || file || 'no stack')) return;
    const source = sourceOf(`${stack}\n${file}`, registry());
    const remote = registry()?.remotes[source.remote];
    const thrown = remote && isComplete(remote) ? thrownAt(error, remote.entry) : {};
    failures.report({ ...source, reason: 'threw', ...thrown }, `Uncaught (${source.remote}):`, error);
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
    const failed = v.safeParse(lateFailureSchema, event instanceof CustomEvent ? event.detail : null);
    if (!failed.success) return;
    const { href, error } = failed.output;
    lateErrors.add(error);
    if (isLastAgain(href)) onUsedUp();
    if (!failures.isFirst(href)) return;
    const source = sourceOf(href, registry());
    const files = loadedBeside(href).map((each) => ({ href: each }));
    void failures.reportLoad({ ...source, reason: 'network' }, files);
  });
}

/** The address and those in its folder that the page asked for: late code may load others with it. */
function loadedBeside(href: string): string[] {
  const folder = new URL('.', href).href;
  const names = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set([href, ...names.filter((name) => name.startsWith(folder))])];
}

/** The first remote with a file in the stack, else `host` for a file of the host, else `unknown`. */
export function sourceOf(stack: string, registry: PageRegistry | null) {
  const files = (stack.match(/https?:\/\/[^\s()@]+/g) ?? []).map(withoutRetry);
  for (const file of files)
    for (const [name, remote] of Object.entries(registry?.remotes ?? {}))
      if (isComplete(remote) && file.startsWith(new URL('.', remote.entry).href))
        return { remote: name, version: remote.version, phase: 'callback' } as const;
  return files.some((file) => file.startsWith(`${location.origin}/`))
    ? ({ remote: 'host', version: 'unknown', phase: 'shell' } as const)
    : ({ remote: 'unknown', version: 'unknown', phase: 'callback' } as const);
}
