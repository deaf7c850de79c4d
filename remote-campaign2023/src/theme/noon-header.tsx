import { joinClasses, Phrases } from '@fridge/shared-ui';
import type { ReactNode } from 'react';
import styles from './noon-header.module.css';
import theme from './theme.module.css';

interface NoonHeaderProps {
  heading: string;
  below: 'night' | 'page';
  children?: ReactNode;
}

export function NoonHeader({ heading, below, children }: NoonHeaderProps) {
  return (
    <header className={joinClasses(theme.noon, theme.horizon, styles.noon)}>
      <div className={styles.sun} aria-hidden="true" />
      <h1 className={joinClasses(theme.display, styles.heading)}>
        <Phrases text={heading} />
      </h1>
      {children}
      <CurveDivider below={below} />
    </header>
  );
}

type Ground = 'noon' | 'night' | 'page';

interface CurveDividerProps {
  /** Default: transparent. */
  above?: Exclude<Ground, 'noon'>;
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
      <path
        d="M-24.4 44C8.1 44 8.1 46.5 40.6 46.5s32.5-2.5 65-2.5c24.4 0 24.4-28 48.8-28 40.6 0 40.6-10 81.2-10s40.65 10 81.3 10c24.35 0 24.35 28 48.7 28 32.5 0 32.5 2.5 65 2.5V58h-455Z"
        fill="currentColor"
      />
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
