import { InfoIcon } from '@fridge/shared-ui';
import { useStore } from 'zustand';
import type { ReadableStore } from '../lib/read-store.ts';
import styles from './header.module.css';

/** What operators say to everybody; one that comes while the page is open is announced. */
export function Notice({ store }: { store: ReadableStore<string | null> }) {
  const text = useStore(store);
  return (
    <output>
      {text !== null && (
        <span className={styles.notice}>
          <InfoIcon />
          <span>{text}</span>
        </span>
      )}
    </output>
  );
}
