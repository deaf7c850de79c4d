/** Without `requestIdleCallback` (Safari). */
const QUIET_AFTER_MS = 3_000;
/** A third party may delay `load`. */
const LOAD_LIMIT_MS = 15_000;

/** Runs work once, when the page has loaded and is idle. */
export function whenIdle(window: Window, work: () => void): void {
  let isOver = false;
  const finish = () => {
    if (!isOver) work();
    isOver = true;
  };
  const wait = () => {
    if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(finish);
    else setTimeout(finish, QUIET_AFTER_MS);
  };
  if (window.document.readyState === 'complete') return wait();
  setTimeout(wait, LOAD_LIMIT_MS);
  window.addEventListener('load', wait);
}
