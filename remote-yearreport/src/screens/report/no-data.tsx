import { Fridge, Phrases } from '@fridge/shared-ui';
import { useEffect, useRef } from 'react';
import { copy } from '../../copy.ts';
import styles from './report-screen.module.css';

/** A fridge without a year to tell of (spec section 2; copy deck 6.17): nothing here can be shared. */
export function NoData() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className={`${styles.page} ${styles.stage}`}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}><Phrases text={copy['report.noData.title']} /></h1>
      <p className={styles.sub}>{copy['report.noData.note']}</p>
      <div className={styles.scene}><Fridge mood="asleep" className={styles.fridge} /></div>
    </section>
  );
}
