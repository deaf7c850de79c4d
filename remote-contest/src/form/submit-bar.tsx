import { Button, Phrases } from '@fridge/shared-ui';
import { useEffect, useRef } from 'react';
import styles from './submit-bar.module.css';

export interface SubmitBarProps {
  label: string;
  busyLabel: string;
  busy: boolean;
  /** Why the last try failed. The toast announces it; here it stays until something changes. */
  refusal: string | null;
  onSubmit: () => void;
}

/** The submit button: always in sight, above the keyboard (look, "Contest: a warm kitchen"). */
export function SubmitBar({ label, busyLabel, busy, refusal, onSubmit }: SubmitBarProps) {
  const bar = useRef<HTMLDivElement>(null);

  // iOS lays its keyboard over the page without making the page smaller.
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return undefined;
    const follow = () => {
      const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
      // Pinching makes the viewport smaller as well; a keyboard is higher than that, and comes at a scale of 1.
      bar.current?.style.setProperty('--keyboard', viewport.scale > 1.01 ? '0px' : `${Math.round(covered)}px`);
    };
    viewport.addEventListener('resize', follow);
    viewport.addEventListener('scroll', follow);
    return () => {
      viewport.removeEventListener('resize', follow);
      viewport.removeEventListener('scroll', follow);
    };
  }, []);

  return (
    <div ref={bar} className={styles.bar}>
      {refusal !== null && <p className={styles.refusal}><Phrases text={refusal} /></p>}
      <Button wide className={styles.submit} busy={busy} busyLabel={busyLabel} onClick={onSubmit}>{label}</Button>
    </div>
  );
}
