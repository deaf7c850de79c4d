import type { Navigation } from './navigation.ts';

/** A screen whose content is still not there by then starts at its top, milliseconds. */
const WAIT_MS = 5_000;

/**
 * A new screen begins at its top; one the user comes back to stands where they left it (spec section 2, "Header":
 * back). Its content may take a moment to arrive, so the position is waited for, and given up as soon as the user moves.
 * @returns stops following
 */
export function rememberScroll(visit: Navigation['visit'], page: ScrollingPage): () => void {
  const left = new Map<string, number>();
  let { key } = visit.getState();
  let stopWaiting: (() => void) | undefined;
  const stopListening = visit.subscribe(() => {
    stopWaiting?.();
    // What is drawn at this moment is still the screen that is left.
    left.set(key, page.top());
    ({ key } = visit.getState());
    const position = left.get(key) ?? 0;
    page.scrollTo(0);
    if (position > 0) stopWaiting = waitFor(page, position);
  });
  return () => {
    stopWaiting?.();
    stopListening();
  };
}

/** Scrolls there once the page is long enough. @returns gives up */
function waitFor(page: ScrollingPage, position: number): () => void {
  const endings: (() => void)[] = [];
  const end = () => endings.splice(0).forEach((ending) => ending());
  const timer = setTimeout(end, WAIT_MS);
  endings.push(
    () => clearTimeout(timer),
    page.onTouched(end),
    page.onResize(() => {
      if (page.room() < position) return;
      end();
      page.scrollTo(position);
    }),
  );
  return end;
}

/** The page as something that is scrolled. */
export interface ScrollingPage {
  /** How far it is scrolled down, CSS px. */
  top(): number;
  /** How far it can be scrolled down at the moment. */
  room(): number;
  scrollTo(top: number): void;
  /** Calls back when the page has grown or shrunk. @returns stops */
  onResize(listener: () => void): () => void;
  /** Calls back when the user moves or uses the page themselves. @returns stops */
  onTouched(listener: () => void): () => void;
}

const TOUCHES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * The window's own scrolling. The browser restores a position only where the content already stands, and ours comes a
 * moment later: so the product does it, and leaves the browser what it does better, a reload.
 */
export function scrollingPage(window: Window): ScrollingPage {
  const { document, history } = window;
  const root = document.documentElement;
  const take = () => {
    history.scrollRestoration = 'manual';
  };
  take();
  window.addEventListener('pageshow', take);
  window.addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
  return {
    top: () => window.scrollY,
    room: () => root.scrollHeight - root.clientHeight,
    scrollTo: (top) => window.scrollTo(0, top),
    onResize(listener) {
      const observer = new ResizeObserver(listener);
      observer.observe(document.body);
      return () => observer.disconnect();
    },
    onTouched(listener) {
      for (const touch of TOUCHES) window.addEventListener(touch, listener, { passive: true, capture: true });
      return () => {
        for (const touch of TOUCHES) window.removeEventListener(touch, listener, { capture: true });
      };
    },
  };
}
