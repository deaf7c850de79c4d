import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Phrases } from '@fridge/shared-ui';
import styles from './feedback.module.css';

/** Spec section 9. */
const TOAST_MS = 5_000;
/** The longest `--duration-leave` of the skins. */
export const LEAVE_MS = 200;

/** A toast this young belongs to what led to the next page: that of a save, say. */
const OF_NAVIGATION_MS = 1_000;

/** `id` is new for every call: the same text is announced again. */
type Toast = { readonly id: number; readonly text: string; readonly leaving: boolean };

export type Toasts = ReturnType<typeof createToasts>;

export function createToasts() {
  const store = createStore<Toast | null>(() => null);
  const place = document.createElement('div');
  document.body.append(place);
  let lastId = 0;
  let shownAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const leave = () => {
    const toast = store.getState();
    if (toast === null) return;
    store.setState({ ...toast, leaving: true }, true);
    timer = setTimeout(() => store.setState(null, true), LEAVE_MS);
  };

  /** An empty text dismisses the toast. */
  const show = (given: string) => {
    const text = given.trim();
    clearTimeout(timer);
    if (text === '') return leave();
    lastId += 1;
    shownAt = Date.now();
    store.setState({ id: lastId, text, leaving: false }, true);
    timer = setTimeout(leave, TOAST_MS);
  };

  return {
    store,
    /** Moves into an open dialog: what lies outside is neither seen above it nor announced. */
    place,
    show,
    /** A toast ends with its page; one of the navigation itself stays over the next screen of the same remote. */
    endPage(staysInRemote: boolean) {
      if (!staysInRemote || Date.now() - shownAt >= OF_NAVIGATION_MS) show('');
    },
  };
}

/** The attribute is for remotes too (docs/contract.md). The focused page as a whole doesn't count. */
const KEEP_CLEAR = ':focus:not(main), [aria-invalid="true"], [data-keep-clear]';

type Place = 'middle' | 'top' | 'bottom';

/** Scrolling ends after this time without an event. */
const SCROLL_END_MS = 120;

/**
 * In the middle, or at the upper edge over a dialog; off `KEEP_CLEAR`. Screen readers announce only changes: the live
 * region is always mounted, each toast a new element.
 */
export function ToastRegion({ toasts }: { toasts: Toasts }) {
  const toast = useStore(toasts.store);
  const region = useRef<HTMLOutputElement>(null);
  const id = toast?.id;
  // Also after scrolling: a form scrolls to the field that the toast names. Not when a dialog opens or closes.
  useLayoutEffect(() => {
    const element = region.current;
    if (id === undefined || !element) return undefined;
    let place = choosePlace(element);
    let scrollEnd: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(scrollEnd);
      scrollEnd = setTimeout(() => (place = choosePlace(element, place)), SCROLL_END_MS);
    };
    document.addEventListener('scroll', onScroll, true);
    return () => {
      clearTimeout(scrollEnd);
      document.removeEventListener('scroll', onScroll, true);
    };
  }, [id]);
  return createPortal(
    <output ref={region} className={styles.region} aria-live="polite" aria-atomic="true">
      {toast && (
        <span key={toast.id} className={styles.toast} data-leaving={toast.leaving || undefined}>
          <Phrases text={toast.text} />
        </span>
      )}
    </output>,
    toasts.place,
  );
}

/** @param current kept if possible */
function choosePlace(region: HTMLElement, current?: Place): Place | undefined {
  const dialog = region.closest('dialog');
  const places: readonly Place[] = dialog ? ['top', 'bottom', 'middle'] : ['middle', 'top', 'bottom'];
  const preferred = current === undefined ? places : [current, ...places];
  const keepClear = [...(dialog ?? document).querySelectorAll(KEEP_CLEAR)];
  const isClear = (place: Place) => {
    region.dataset['place'] = place;
    const box = restingBox(region);
    return !box || !keepClear.some((element) => overlap(box, element.getBoundingClientRect()));
  };
  const place = preferred.find(isClear) ?? preferred[0];
  region.dataset['place'] = place;
  return place;
}

/** The toast's box without its entering animation, which begins 8 px lower; the region is fixed at 0, 0. */
function restingBox({ firstElementChild: toast }: HTMLElement): DOMRect | null {
  if (!(toast instanceof HTMLElement)) return null;
  return new DOMRect(toast.offsetLeft, toast.offsetTop, toast.offsetWidth, toast.offsetHeight);
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
