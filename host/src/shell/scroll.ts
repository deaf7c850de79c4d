import * as v from 'valibot';
import { createJsonStorage, type WebStorage } from '@fridge/shared-ui';
import type { Navigation } from './navigation.ts';

/** A slower screen starts at its top. */
const WAIT_MS = 5_000;
const MAX_POSITIONS = 50;

const positionsSchema = v.array(v.tuple([v.string(), v.number()]));
const inputs = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * A revisited screen starts at its last position (spec section 2, "Header": back). Waits until the content is long
 * enough, unless the user scrolls first. The browser's scroll restoration is off: it differs between engines and needs
 * the content at once.
 * @param storage sessionStorage
 */
export function rememberScroll(
  visit: Navigation['visit'],
  window: Window & typeof globalThis,
  storage: WebStorage | null,
): void {
  const { document, history } = window;
  history.scrollRestoration = 'manual';
  const stored = createJsonStorage(storage, 'scroll.places', positionsSchema);
  const positions = new Map(stored.read());
  let { key } = visit.getState();
  let pending: { position: number; end: () => void } | null = null;

  /** A position not restored yet stays the screen's. */
  const save = () => {
    positions.delete(key);
    positions.set(key, pending?.position ?? pageTop(window));
  };
  const restore = () => {
    pending?.end();
    const position = positions.get(key) ?? 0;
    if (position === 0) return;
    const ending = new AbortController();
    const end = () => {
      pending = null;
      clearTimeout(timer);
      observer.disconnect();
      ending.abort();
    };
    const timer = setTimeout(end, WAIT_MS);
    const observer = new window.ResizeObserver(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      if (scrollHeight - clientHeight < position) return;
      end();
      scrollPage(window, position);
    });
    observer.observe(document.body);
    const options = { passive: true, capture: true, signal: ending.signal };
    for (const input of inputs) window.addEventListener(input, end, options);
    pending = { position, end };
  };
  const leave = () => {
    save();
    stored.write([...positions].slice(-MAX_POSITIONS));
  };

  visit.subscribe(() => {
    save(); // the page still shows the former screen
    ({ key } = visit.getState());
    scrollPage(window, 0);
    restore();
  });
  window.addEventListener('pagehide', leave);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave());
  window.addEventListener('pageshow', ({ persisted }) => persisted && restore()); // from the back-forward cache
  restore();
}

let holds = 0;

/**
 * Holds the page still behind a dialog. iOS scrolls it even with `overflow: hidden`, so the fixed body becomes the
 * scroller: unlike `top: -scrollY`, this leaves sticky elements in place. The room of a scrollbar stays.
 * @returns releases it, once all have
 */
export function holdPage(window: Window): () => void {
  const { documentElement: root, body } = window.document;
  holds += 1;
  if (holds === 1) {
    const top = window.scrollY;
    root.style.overflow = window.innerWidth > root.clientWidth ? 'hidden scroll' : 'hidden';
    Object.assign(body.style, { position: 'fixed', inset: '0', overflow: 'hidden' });
    body.scrollTop = top;
  }
  return () => {
    holds -= 1;
    if (holds > 0) return;
    const top = body.scrollTop;
    root.style.overflow = '';
    Object.assign(body.style, { position: '', inset: '', overflow: '' });
    window.scrollTo(0, top);
  };
}

/** Only one of the two scrolls (`holdPage`). */
const pageTop = ({ scrollY, document }: Window) => Math.floor(scrollY + document.body.scrollTop);

function scrollPage(window: Window, top: number): void {
  window.document.body.scrollTop = top;
  window.scrollTo(0, top);
}
