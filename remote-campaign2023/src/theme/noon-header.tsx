import { joinClasses, Phrases } from '@fridge/shared-ui';
import type { ReactNode } from 'react';
import styles from './noon-header.module.css';
import theme from './theme.module.css';

interface NoonHeaderProps {
  heading: string;
  below: 'night' | 'page';
  /** Default: `true`. */
  sun?: boolean;
  /** Sets `--heading-size`, in `cqi`. */
  className?: string | undefined;
  children?: ReactNode;
}

export function NoonHeader({ heading, below, sun = true, className, children }: NoonHeaderProps) {
  return (
    <header className={joinClasses(theme.noon, theme.horizon, styles.noon, className)}>
      {sun && <div className={styles.sun} aria-hidden="true" />}
      <h1 className={joinClasses(theme.display, styles.heading)}><Phrases text={heading} /></h1>
      {children}
      <CurveDivider below={below} className={styles.curve} />
    </header>
  );
}

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
     
      className={joinClasses(styles.divider, above && styles[`above-${above}`], styles[`below-${below}`], className)}
      viewBox="0 0 390 56"
      preserveAspectRatio="none"
    >
      <path d={curve} fill="currentColor" />
    </svg>
  );
}

export function Crescent({ className }: { className?: string | undefined }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 24 24">
      <path d="M14.6 2.4a9.9 9.9 0 1 0 7 13.6A8.2 8.2 0 0 1 14.6 2.4Z" fill="currentColor" />
    </svg>
  );
}
