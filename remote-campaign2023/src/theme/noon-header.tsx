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
      <CurveDivider below={below} className={styles.curve} />
    </header>
  );
}

type Point = readonly [x: number, y: number];

/** A path through points, level at each of them. */
export function curveThrough([first, ...others]: readonly [Point, ...Point[]]): string {
  let [x, y] = first;
  let path = `M${x} ${y}`;
  for (const [nextX, nextY] of others) {
    const middle = (x + nextX) / 2;
    path += `C${middle} ${y} ${middle} ${nextY} ${nextX} ${nextY}`;
    [x, y] = [nextX, nextY];
  }
  return path;
}

const curve = curveThrough([
  [-24.4, 44],
  [40.6, 46.5],
  [105.6, 44],
  [154.4, 16],
  [235.6, 6],
  [316.9, 16],
  [365.6, 44],
  [430.6, 46.5],
]);

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
      <path d={`${curve}V58H-24.4Z`} fill="currentColor" />
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
