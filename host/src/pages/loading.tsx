import { useEffect, useState } from 'react';
import { Skeleton } from '@fridge/shared-ui';
import { DoorLight, Fridge } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';
import { firstScreenStands } from '../lib/first-screen.ts';
import styles from './loading.module.css';

/** Shorter waits show nothing (look, "States are designed too"). */
const SHOWN_AFTER_MS = 150;

/**
 * Behind markup, which stands for the screen already, there is nothing to see. @param atOnce the user has waited
 * already
 */
export function LoadingPage({ atOnce = false }: { atOnce?: boolean }) {
  const [shown, setShown] = useState(atOnce);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return firstScreenStands() ? <section data-page="loading" /> : <Loading shown={shown} />;
}

/** Full height at once, to avoid a layout shift. */
export function Loading({ shown }: { shown: boolean }) {
  return (
    <section className={styles.page} data-page="loading">
      {shown && (
        <div className={styles.figure}>
          <DoorLight className={styles.light} />
          <Fridge mood="ajar" className={styles.fridge} />
        </div>
      )}
      <div className={styles.words}>
        <output className={styles.text}>{shown && copy['host.remote.loading']}</output>
        <Skeleton lines={3} />
      </div>
    </section>
  );
}
