import type { ReactNode } from 'react';
import styles from './question-plate.module.css';

const night =
  'M-32.5 16C4.1 16 4.1 8 40.6 8C77.2 8 77.2 16 113.8 16C146.3 16 146.3 40 178.8 40C207.2 40 207.2 42 235.6 42' +
  'C264.1 42 264.1 40 292.5 40C325 40 325 16 357.5 16C394.1 16 394.1 8 430.6 8L430.6 58L-32.5 58Z';

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
