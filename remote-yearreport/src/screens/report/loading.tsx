import { commonCopy, fill } from '@fridge/shared-contracts';
import { Button, Fridge, Phrases } from '@fridge/shared-ui';
import { type CSSProperties, useEffect, useRef } from 'react';
import { copy } from '../../copy.ts';
import { type ReportState, shownPercent } from '../../flow/report-machine.ts';
import night from '../../night/night.module.css';
import styles from './report-screen.module.css';

export interface LoadingProps {
  state: Extract<ReportState, { at: 'loading' | 'done' | 'failed' }>;
  /** The retry is asking who is there. */
  retrying: boolean;
  onRetry: () => void;
}

/** State 2 (spec section 4; copy deck 6.2): the percentage, the door opening with it, and the retry when it fails. */
export function Loading({ state, retrying, onRetry }: LoadingProps) {
  return (
    <section className={`${styles.page} ${styles.stage}`}>
      {state.at === 'failed' ? <Failed retrying={retrying} onRetry={onRetry} /> : <Progress percent={shownPercent(state)} done={state.at === 'done'} />}
      <div className={styles.scene}><Fridge mood={state.at === 'failed' ? 'unplugged' : 'ajar'} className={styles.fridge} /></div>
    </section>
  );
}

function Progress({ percent, done }: { percent: number; done: boolean }) {
  // Custom properties aren't part of React's style type.
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

function Failed({ retrying, onRetry }: Pick<LoadingProps, 'retrying' | 'onRetry'>) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.title}><Phrases text={copy['report.loading.fail']} /></h1>
      <Button className={styles.retry} busy={retrying} onClick={onRetry}>{commonCopy['common.retry']}</Button>
    </>
  );
}
