import * as v from 'valibot';
import type { Navigation } from './navigation.ts';

/** A screen whose content is still not there by then starts at its top, milliseconds. */
const WAIT_MS = 5_000;

/** So many entries of the history keep their place across a load. */
const KEPT_PLACES = 50;
const STORAGE_KEY = 'scroll.places';

const placesSchema = v.array(v.tuple([v.string(), v.number()]));

/**
 * A new screen begins at its top; one the user comes back to stands where they left it (spec section 2, "Header":
 * back), also after a reload and on the way back from another origin. Its content may take a moment to arrive, so the
 * position is waited for, and given up as soon as the user moves.
 * @param storage sessionStorage: places outlive the page in it
 * @returns stops following
 */
export function rememberScroll(visit: Navigation['visit'], page: ScrollingPage, storage: Pick<Storage, 'getItem' | 'setItem'> | null): () => void {
  const left = new Map(recall(storage));
  let { key } = visit.getState();
  let waiting: { position: number; stop: () => void } | null = null;

  const stopWaiting = () => {
    waiting?.stop();
    waiting = null;
  };
  /** What is still waited for is where the user left the screen, however far it has come. */
  const keep = () => {
    left.delete(key);
    left.set(key, waiting?.position ?? Math.floor(page.top()));
  };
  const arrive = () => {
    stopWaiting();
    const position = left.get(key) ?? 0;
    if (position > 0) waiting = { position, stop: waitFor(page, position, () => (waiting = null)) };
  };

  const endings = [
    visit.subscribe(() => {
      // What is drawn at this moment is still the screen that is left.
      keep();
      stopWaiting();
      ({ key } = visit.getState());
      page.scrollTo(0);
      arrive();
    }),
    page.onLeave(() => {
      keep();
      remember(storage, [...left].slice(-KEPT_PLACES));
    }),
    page.onReturn(arrive),
    stopWaiting,
  ];
  arrive();
  return () => endings.forEach((end) => end());
}

function recall(storage: Pick<Storage, 'getItem'> | null): [string, number][] {
  try {
    const read = v.safeParse(placesSchema, JSON.parse(storage?.getItem(STORAGE_KEY) ?? '[]'));
    return read.success ? read.output : [];
  } catch {
    return [];
  }
}

function remember(storage: Pick<Storage, 'setItem'> | null, places: readonly [string, number][]): void {
  try {
    storage?.setItem(STORAGE_KEY, JSON.stringify(places));
  } catch {
    // A full or forbidden storage costs only the places.
  }
}

/** Scrolls there once the page is long enough. @param onEnd called when it is there or given up @returns gives up */
function waitFor(page: ScrollingPage, position: number, onEnd: () => void): () => void {
  const endings: (() => void)[] = [onEnd];
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
  /** Calls back when the page goes out of sight, perhaps for good. @returns stops */
  onLeave(listener: () => void): () => void;
  /** Calls back when the page comes back as it was left. @returns stops */
  onReturn(listener: () => void): () => void;
}

const TOUCHES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * The window's own scrolling, taken from the browser for good: it restores a position only where the content already
 * stands, and ours comes a moment later; which entries it restores at all differs from engine to engine.
 */
export function scrollingPage(window: Window): ScrollingPage {
  const { document, history } = window;
  const root = document.documentElement;
  history.scrollRestoration = 'manual';
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
    onLeave(listener) {
      const hide = () => {
        if (document.visibilityState === 'hidden') listener();
      };
      window.addEventListener('pagehide', listener);
      document.addEventListener('visibilitychange', hide);
      return () => {
        window.removeEventListener('pagehide', listener);
        document.removeEventListener('visibilitychange', hide);
      };
    },
    onReturn(listener) {
      const show = ({ persisted }: PageTransitionEvent) => {
        if (persisted) listener();
      };
      window.addEventListener('pageshow', show);
      return () => window.removeEventListener('pageshow', show);
    },
  };
}
