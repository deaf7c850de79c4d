import { useStore } from 'zustand';
import styles from './toast-region.module.css';
import type { Toasts } from './toast-store.ts';

/**
 * Shows messages in the middle of the screen and announces them. The region itself is always there, since screen
 * readers only hear changes of a region they know; each message is a new element, so that the same words are heard
 * again.
 */
export function ToastRegion({ toasts }: { toasts: Pick<Toasts, 'store'> }) {
  const toast = useStore(toasts.store);
  return (
    <output className={styles.region} aria-live="polite" aria-atomic="true">
      {toast && (
        <span key={toast.id} className={styles.toast} data-leaving={toast.leaving || undefined}>
          {phrases(toast.text).map(({ at, words }) => <span key={at} className={styles.phrase}>{words}</span>)}
        </span>
      )}
    </output>
  );
}

/** A message breaks after its commas before it breaks anywhere else (look, "Type, space, shape"). */
const phrases = (text: string) => [...text.matchAll(/[^，]*，|[^，]+/g)].map(({ 0: words, index: at }) => ({ at, words }));
