import { useSyncExternalStore } from 'react';
import styles from './toast-region.module.css';
import type { ToastStore } from './toast-store.ts';

/**
 * Shows messages in the middle of the screen and announces them. The region itself is always there, since screen
 * readers only hear changes of a region they know; each message is a new element, so that the same words are heard
 * again.
 */
export function ToastRegion({ toasts }: { toasts: ToastStore }) {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.get);
  return (
    <output className={styles.region} aria-live="polite" aria-atomic="true">
      {toast && (
        <span key={toast.id} className={styles.toast} data-leaving={toast.leaving || undefined}>
          {toast.text}
        </span>
      )}
    </output>
  );
}
