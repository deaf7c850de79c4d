/** Where browsers can't tell that they are idle (Safari), milliseconds after the page has loaded. */
const QUIET_AFTER_MS = 3_000;
/** How long a page is waited for that a file of somebody else keeps from being loaded, milliseconds. */
const LOAD_LIMIT_MS = 15_000;

/**
 * Does a piece of work once, when the page has loaded, or has had its time for it, and has nothing better to do.
 * @returns takes it back
 */
export function whenIdle(window: Window, work: () => void): () => void {
  let isOver = false;
  const finish = () => {
    if (!isOver) work();
    isOver = true;
  };
  const wait = () => {
    if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(finish);
    else setTimeout(finish, QUIET_AFTER_MS);
  };
  if (window.document.readyState === 'complete') wait();
  else {
    setTimeout(wait, LOAD_LIMIT_MS);
    window.addEventListener('load', wait);
  }
  return () => {
    isOver = true;
  };
}
