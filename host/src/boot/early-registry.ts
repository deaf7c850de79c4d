/**
 * What the early start hands to the boot. The page's inline script asks for the registry before any module has
 * arrived; the boot takes the answer over instead of asking again.
 */
export type EarlyRegistry = Promise<Response>;

declare global {
  interface Window {
    /** Set by the inline script; taken once. */
    earlyRegistry?: EarlyRegistry | undefined;
    /** Called by the boot once the app has drawn: ends the page's watchdog. */
    hostReady?: (() => void) | undefined;
  }
}

export function takeEarlyRegistry(): EarlyRegistry | null {
  const early = window.earlyRegistry ?? null;
  window.earlyRegistry = undefined;
  return early;
}
