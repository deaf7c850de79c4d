import { LOADING_PAGE } from '@fridge/shared-contracts/page';

/** Without `requestIdleCallback` (Safari). */
const QUIET_AFTER_MS = 3_000;
/** A third party may delay `load`. */
const LOAD_LIMIT_MS = 15_000;
/** Between looks for the screen. */
const OPENING_MS = 500;

/** Runs work once, when the page has loaded, the visit's screen has opened or failed, and the page is idle. */
export function whenIdle(window: Window, work: () => void): void {
  let isWaiting = false;
  const wait = () => {
    if (isWaiting) return;
    isWaiting = true;
    rest();
  };
  const rest = () => {
    if (typeof window.requestIdleCallback === 'function') window.requestIdleCallback(begin);
    else setTimeout(begin, QUIET_AFTER_MS);
  };
  const begin = () => {
    if (window.document.querySelector(LOADING_PAGE) === null) work();
    else setTimeout(rest, OPENING_MS);
  };
  if (window.document.readyState === 'complete') return wait();
  setTimeout(wait, LOAD_LIMIT_MS);
  window.addEventListener('load', wait);
}
