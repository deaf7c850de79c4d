import { joinClasses } from '@fridge/shared-ui';
import styles from './curve-divider.module.css';

const curve =
  'M-24.4 44C8.1 44 8.1 46.5 40.6 46.5C73.1 46.5 73.1 44 105.6 44C130 44 130 16 154.4 16C195 16 195 6 235.6 6' +
  'C276.3 6 276.3 16 316.9 16C341.3 16 341.3 44 365.6 44C398.1 44 398.1 46.5 430.6 46.5L430.6 58L-24.4 58Z';

type Ground = 'noon' | 'night' | 'page';

interface CurveDividerProps {
  /** Default: transparent. */
  above?: Ground;
  below: Ground;
  className?: string | undefined;
}

/** The campaign's curve between two sections. */
export function CurveDivider({ above, below, className }: CurveDividerProps) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className={joinClasses(styles.divider, above && styles[`above-${above}`], styles[`below-${below}`], className)}
      viewBox="0 0 390 56"
      preserveAspectRatio="none"
    >
      <path d={curve} fill="currentColor" />
    </svg>
  );
}
