import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { Phrases } from '@fridge/shared-ui';
import type { ReadableStore } from '../../lib/read-store.ts';
import styles from './toast-region.module.css';

/** How long a message stays, milliseconds (spec section 9). */
export const TOAST_MS = 5_000;
/** How long it takes to go, `--duration-leave` of the look. */
const LEAVE_MS = 160;

/** `id` is new for every call, so that the same words said again are announced again. */
export type Toast = { readonly id: number; readonly text: string; readonly leaving: boolean };

export interface Toasts {
  readonly store: ReadableStore<Toast | null>;
  /** Shows a message for `TOAST_MS`; it replaces the one before. An empty text takes that one away. */
  show(text: string): void;
}

export function createToasts(): Toasts {
  const store = createStore<Toast | null>(() => null);
  let lastId = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const leave = () => {
    const toast = store.getState();
    if (toast === null) return;
    store.setState({ ...toast, leaving: true }, true);
    timer = setTimeout(() => store.setState(null, true), LEAVE_MS);
  };

  return {
    store,
    show(text) {
      const words = text.trim();
      clearTimeout(timer);
      if (words === '') return leave();
      lastId += 1;
      store.setState({ id: lastId, text: words, leaving: false }, true);
      timer = setTimeout(leave, TOAST_MS);
    },
  };
}

/** An open dialog. */
const DIALOG = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]';
/** What a message speaks of: fields that are wrong. */
const WRONG = '[aria-invalid="true"]';

const places = ['middle', 'top', 'bottom'] as const;
type Place = (typeof places)[number];

/** A page that has stood still for this long has arrived where it scrolls to, milliseconds. */
const SCROLL_ENDS_MS = 120;

/**
 * Shows messages in the middle of the screen, over an open dialog at the screen's upper edge, and announces them. One
 * that would cover what it speaks of - the field in use, a field that is wrong, the dialog's title - stands at the
 * first other place where it doesn't. The region itself is always there, since screen
 * readers only hear changes of a region they know; each message is a new element, so that the same words are heard
 * again.
 */
export function ToastRegion({ toasts }: { toasts: Pick<Toasts, 'store'> }) {
  const toast = useStore(toasts.store);
  const region = useRef<HTMLOutputElement>(null);
  const shown = toast?.id;
  // As the dialog stands when the message comes: one that opens or closes meanwhile doesn't move it. A form scrolls to
  // the field that the message speaks of: it moves only if it then covers the field.
  useLayoutEffect(() => {
    const element = region.current;
    if (shown === undefined || !element) return undefined;
    let place = placeClear(element);
    let still: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      clearTimeout(still);
      still = setTimeout(() => (place = placeClear(element, place)), SCROLL_ENDS_MS);
    };
    const options = { capture: true, passive: true };
    document.addEventListener('scroll', follow, options);
    return () => {
      clearTimeout(still);
      document.removeEventListener('scroll', follow, options);
    };
  }, [shown]);
  return (
    <output ref={region} className={styles.region} aria-live="polite" aria-atomic="true">
      {toast && (
        <span key={toast.id} className={styles.toast} data-leaving={toast.leaving || undefined}>
          <Phrases text={toast.text} />
        </span>
      )}
    </output>
  );
}

/** @param now where the message stands already: it stays there if it can */
function placeClear(region: HTMLElement, now?: Place): Place {
  const dialog = document.querySelector(DIALOG);
  const usual = dialog === null ? places : (['top', 'bottom', 'middle'] as const);
  const order = now === undefined ? usual : [now, ...usual];
  const title = document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '');
  const spokenOf = [...document.querySelectorAll(WRONG), document.activeElement, title].filter((element) => element !== null && !element.contains(dialog ?? region));
  const covers = (place: Place) => {
    region.dataset['place'] = place;
    const message = region.firstElementChild?.getBoundingClientRect();
    return message !== undefined && spokenOf.some((element) => element !== dialog && element !== null && overlap(message, element.getBoundingClientRect()));
  };
  const place = order.find((candidate) => !covers(candidate)) ?? order[0] ?? 'middle';
  region.dataset['place'] = place;
  return place;
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
