/** Where browsers can't tell that they are idle (Safari), milliseconds after the page has loaded. */
const QUIET_AFTER_MS = 3_000;

/**
 * Does a piece of work when the page has loaded and has nothing better to do.
 * @returns takes it back
 */
export function whenIdle(window: Window, work: () => void): () => void {
  let cancel: (() => void) | undefined;
  const wait = () => {
    if (typeof window.requestIdleCallback === 'function') {
      const handle = window.requestIdleCallback(work);
      cancel = () => window.cancelIdleCallback(handle);
    } else {
      const timer = setTimeout(work, QUIET_AFTER_MS);
      cancel = () => clearTimeout(timer);
    }
  };
  if (window.document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    window.removeEventListener('load', wait);
    cancel?.();
  };
}
