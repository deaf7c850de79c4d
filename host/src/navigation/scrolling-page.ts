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
 * The window's own scrolling. The browser restores a place only where the content already stands, and ours comes a
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
