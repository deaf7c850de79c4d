import type { ReactNode } from 'react';
import { fillDownTo, tariffCurve } from '../theme/tariff-curve.ts';
import styles from './question-plate.module.css';

const night = fillDownTo(
  tariffCurve({ fromHour: 12, toHour: 36, left: 0, right: 390, peakY: 16, valleyY: 40, softness: 2, crest: 8 }),
  58,
);

/** What the question is written on: a noon sky with the night's valley at its lower edge. */
export function QuestionPlate({ children }: { children: ReactNode }) {
  return (
    <div className={styles.plate}>
      <div className={styles.texts}>{children}</div>
      <svg aria-hidden="true" focusable="false" className={styles.night} viewBox="0 0 390 56" preserveAspectRatio="none">
        <path d={night} fill="currentColor" />
      </svg>
    </div>
  );
}
