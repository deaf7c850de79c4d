import type { FailureReason } from '@fridge/shared-contracts/page';
import type { Failure, Tracker } from '../platform/tracking/tracker.ts';

/** Milliseconds, for slow phones: mostly it takes a few. The user reads the failure meanwhile. */
export const DIAGNOSIS_LIMIT_MS = 10_000;

/** `integrity`: as published; `null`: unknown. */
export type AskedFile = { href: string; integrity: string | null };

export type Reporting = { tracker: Pick<Tracker, 'reportFailure'>; fetch: typeof globalThis.fetch };

/**
 * A failed import or stylesheet doesn't tell whether its file was missing or changed: looks into it, while the user
 * reads the failure, and sends one event.
 */
export function reportLoadFailure(failure: Failure, files: readonly AskedFile[], { tracker, fetch }: Reporting): void {
  if (failure.reason !== 'network' || !files.some(({ integrity }) => integrity !== null))
    return tracker.reportFailure(failure);
  const diagnosis = new AbortController();
  const { signal } = diagnosis;
  const send = (reason: FailureReason) => {
    if (signal.aborted) return;
    diagnosis.abort();
    tracker.reportFailure({ ...failure, reason });
  };
  const sendIfLeft = ({ type }: Event) => {
    if (type === 'pagehide' || document.visibilityState === 'hidden') send('network');
  };
  // Before the tracker's listeners, which send the last events.
  for (const leaving of ['pagehide', 'visibilitychange'])
    window.addEventListener(leaving, sendIfLeft, { capture: true, signal });
  void hasChangedFile(files, fetch).then((hasChanged) => send(hasChanged ? 'integrity' : 'network'));
}

/**
 * Whether one of the files arrives but isn't the published one. An engine reports a refused file as it reports a missing
 * one. Files come from the browser's cache, where the failed load has left them. Never rejects.
 */
async function hasChangedFile(files: readonly AskedFile[], fetch: typeof globalThis.fetch): Promise<boolean> {
  const controller = new AbortController();
  const { signal } = controller;
  const isChanged = async ({ href, integrity }: AskedFile) => {
    if (integrity === null || (await arrives(fetch, href, { signal, integrity }))) return false;
    // The connection may have failed just then: the same bytes that arrive are refused once more.
    if (!(await arrives(fetch, href, { signal }))) return false;
    return !(await arrives(fetch, href, { signal, integrity, cache: 'force-cache' })) && !signal.aborted;
  };
  return new Promise((resolve) => {
    const settle = (hasChanged: boolean) => {
      clearTimeout(timer);
      controller.abort();
      resolve(hasChanged);
    };
    const timer = setTimeout(() => settle(false), DIAGNOSIS_LIMIT_MS);
    const checks = files.map(async (file) => void ((await isChanged(file)) && settle(true)));
    void Promise.all(checks).then(() => settle(false));
  });
}

async function arrives(fetch: typeof globalThis.fetch, href: string, options: RequestInit): Promise<boolean> {
  try {
    const response = await fetch(href, options);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
