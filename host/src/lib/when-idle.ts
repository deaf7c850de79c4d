/** Without `requestIdleCallback` (Safari). */
const QUIET_AFTER_MS = 3_000;
/** A third party may delay `load`. */
const LOAD_LIMIT_MS = 15_000;

/** Runs work once, when the page has loaded and is idle. */
export function whenIdle(window: Window, work: () => void): void {
  let isWaiting = false;
  const wait = () => {
    if (isWaiting) return;
    isWaiting = true;
    if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(work);
    else setTimeout(work, QUIET_AFTER_MS);
  };
  if (window.document.readyState === 'complete') return wait();
  setTimeout(wait, LOAD_LIMIT_MS);
  window.addEventListener('load', wait);
}
