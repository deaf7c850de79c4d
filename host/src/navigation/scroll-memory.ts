import type { Navigation } from './navigation.ts';
import type { ScrollingPage } from './scrolling-page.ts';

/** A screen whose content is still not there by then starts at its top, milliseconds. */
const WAIT_MS = 5_000;

/**
 * A new screen begins at its top; one the user comes back to stands where they left it (spec section 2, "Header":
 * back). Its content may take a moment to arrive, so the place is waited for, and given up as soon as the user moves.
 * @returns stops following
 */
export function rememberScroll(navigation: Pick<Navigation, 'get' | 'subscribe'>, page: ScrollingPage): () => void {
  const left = new Map<string, number>();
  let { key } = navigation.get();
  let stopWaiting: (() => void) | undefined;
  const stopListening = navigation.subscribe(() => {
    stopWaiting?.();
    // What is drawn at this moment is still the screen that is left.
    left.set(key, page.top());
    ({ key } = navigation.get());
    const place = left.get(key) ?? 0;
    page.scrollTo(0);
    if (place > 0) stopWaiting = waitFor(page, place);
  });
  return () => {
    stopWaiting?.();
    stopListening();
  };
}

/** Scrolls there once the page is long enough. @returns gives up */
function waitFor(page: ScrollingPage, place: number): () => void {
  const endings: (() => void)[] = [];
  const end = () => endings.splice(0).forEach((ending) => ending());
  const timer = setTimeout(end, WAIT_MS);
  endings.push(
    () => clearTimeout(timer),
    page.onTouched(end),
    page.onResize(() => {
      if (page.room() < place) return;
      end();
      page.scrollTo(place);
    }),
  );
  return end;
}
