import type { HostServices } from '@fridge/shared-contracts';
import { Button, Fridge, Phrases } from '@fridge/shared-ui';
import { useEffect, useRef } from 'react';
import { copy } from '../../copy.ts';
import styles from './report-screen.module.css';

/** The hall, which lists what else there is. */
const HALL_PATH = '/default';

/** A fridge without a year to tell of (spec section 2; copy deck 6.17): nothing here can be shared, other activities go on. */
export function NoData({ host }: { host: Pick<HostServices, 'navigation' | 'tracking'> }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const others = () => {
    host.tracking.click('report.noData.others');
    host.navigation.push(HALL_PATH);
  };
  return (
    <section className={`${styles.page} ${styles.stage}`}>
      <h1 ref={heading} tabIndex={-1} className={styles.title}><Phrases text={copy['report.noData.title']} /></h1>
      <p className={styles.sub}>{copy['report.noData.note']}</p>
      <Button className={styles.retry} onClick={others}>{copy['host.ended.button']}</Button>
      <div className={styles.scene}><Fridge mood="asleep" className={styles.fridge} /></div>
    </section>
  );
}
