import { commonCopy, fill, type HostServices } from '@fridge/shared-contracts';
import { Button, Fridge, Phrases } from '@fridge/shared-ui';
import { type CSSProperties, useEffect, useRef } from 'react';
import { copy } from '../../copy.ts';
import { type ReportState, shownPercent } from '../../flow/report-machine.ts';
import night from '../../theme/night.module.css';
import styles from './report-screen.module.css';

export interface LoadingProps {
  state: Extract<ReportState, { phase: 'loading' | 'done' | 'failed' }>;
  retrying: boolean;
  onRetry: () => void;
}

/** State 2 (spec section 4; copy deck 6.2). */
export function Loading({ state, retrying, onRetry }: LoadingProps) {
  const failed = state.phase === 'failed';
  return (
    <section className={`${styles.page} ${styles.stage}`}>
      {failed ? (
        <>
          <FocusedHeading text={copy['report.loading.fail']} />
          <Button className={styles.retry} busy={retrying} onClick={onRetry}>{commonCopy['common.retry']}</Button>
        </>
      ) : (
        <Progress percent={shownPercent(state)} done={state.phase === 'done'} />
      )}
      <div className={styles.scene}><Fridge mood={failed ? 'unplugged' : 'ajar'} className={styles.fridge} /></div>
    </section>
  );
}

function Progress({ percent, done }: { percent: number; done: boolean }) {
  // React's style type lacks custom properties.
  const scale = { '--done': percent / 100 } as CSSProperties;
  return (
    <>
      <p className={styles.percent} aria-hidden="true">{fill(copy['report.loading.percent'], { n: percent })}</p>
      <output className={styles.status}>{done ? copy['report.loading.done'] : copy['report.loading.text']}</output>
      <progress className={night.unseen} aria-label={copy['report.loading.aria']} value={percent} max={100} />
      <div className={styles.bar} style={scale} aria-hidden="true" />
    </>
  );
}

const HALL_PATH = '/default';

/** No data for 2022 (spec section 2; copy deck 6.17). */
export function NoData({ host }: { host: Pick<HostServices, 'navigation' | 'tracking'> }) {
  const others = () => {
    host.tracking.click('report.noData.others');
    host.navigation.push(HALL_PATH);
  };
  return (
    <section className={`${styles.page} ${styles.stage}`}>
      <FocusedHeading text={copy['report.noData.title']} />
      <p className={styles.sub}>{copy['report.noData.note']}</p>
      <Button className={styles.retry} onClick={others}>{copy['host.ended.button']}</Button>
      <div className={styles.scene}><Fridge mood="asleep" className={styles.fridge} /></div>
    </section>
  );
}

/** Takes the focus of the removed button. */
function FocusedHeading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return <h1 ref={heading} tabIndex={-1} className={styles.title}><Phrases text={text} /></h1>;
}
