import * as v from 'valibot';
import { createJsonStorage, type WebStorage } from '@fridge/shared-ui';
import type { Navigation } from './navigation.ts';

/** A slower screen starts at its top. */
const WAIT_MS = 5_000;
const MAX_POSITIONS = 50;

const positionsSchema = v.array(v.tuple([v.string(), v.number()]));

/**
 * A revisited screen starts at its last position (spec section 2, "Header": back). Waits until the content is long
 * enough, unless the user scrolls first.
 * @param storage sessionStorage
 */
export function rememberScroll(visit: Navigation['visit'], page: ScrollingPage, storage: WebStorage | null): void {
  const stored = createJsonStorage(storage, 'scroll.places', positionsSchema);
  const positions = new Map(stored.read());
  let { key } = visit.getState();
  let pending: { position: number; stop: () => void } | null = null;

  const stopWaiting = () => {
    pending?.stop();
    pending = null;
  };
  /** A position not restored yet stays the screen's. */
  const save = () => {
    positions.delete(key);
    positions.set(key, pending?.position ?? Math.floor(page.top()));
  };
  const restore = () => {
    stopWaiting();
    const position = positions.get(key) ?? 0;
    if (position > 0) pending = { position, stop: waitFor(page, position, () => (pending = null)) };
  };

  visit.subscribe(() => {
    // The page still shows the former screen.
    save();
    stopWaiting();
    ({ key } = visit.getState());
    page.scrollTo(0);
    restore();
  });
  page.onLeave(() => {
    save();
    stored.write([...positions].slice(-MAX_POSITIONS));
  });
  page.onReturn(restore);
  restore();
}

/** @param onEnd after scrolling or giving up @returns gives up */
function waitFor(page: ScrollingPage, position: number, onEnd: () => void): () => void {
  const endings: (() => void)[] = [onEnd];
  const end = () => endings.splice(0).forEach((ending) => ending());
  const timer = setTimeout(end, WAIT_MS);
  endings.push(
    () => clearTimeout(timer),
    page.onInput(end),
    page.onResize(() => {
      if (page.maxTop() < position) return;
      end();
      page.scrollTo(position);
    }),
  );
  return end;
}

const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

export type ScrollingPage = ReturnType<typeof scrollingPage>;

/**
 * In CSS px. The browser's scroll restoration is off: it differs between engines and needs the content at once.
 */
export function scrollingPage(window: Window) {
  const { document, history } = window;
  const root = document.documentElement;
  history.scrollRestoration = 'manual';
  return {
    top: () => window.scrollY,
    maxTop: () => root.scrollHeight - root.clientHeight,
    scrollTo: (top: number) => window.scrollTo(0, top),
    onResize(listener: () => void) {
      const observer = new ResizeObserver(listener);
      observer.observe(document.body);
      return () => observer.disconnect();
    },
    onInput(listener: () => void) {
      for (const input of inputs) window.addEventListener(input, listener, { passive: true, capture: true });
      return () => {
        for (const input of inputs) window.removeEventListener(input, listener, { capture: true });
      };
    },
    onLeave(listener: () => void) {
      window.addEventListener('pagehide', listener);
      document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && listener());
    },
    /** From the back-forward cache. */
    onReturn(listener: () => void) {
      window.addEventListener('pageshow', ({ persisted }) => persisted && listener());
    },
  };
}
