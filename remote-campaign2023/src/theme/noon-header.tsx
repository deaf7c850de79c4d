import { joinClasses, Phrases } from '@fridge/shared-ui';
import type { ReactNode } from 'react';
import { CurveDivider } from './curve-divider.tsx';
import styles from './noon-header.module.css';
import theme from './theme.module.css';

export interface NoonHeaderProps {
  heading: string;
  /** What the sky ends in. */
  below: 'night' | 'page';
  /** Draws the sun behind the heading. Default: `true`. */
  sun?: boolean;
  /** Sets `--heading-size`, in `cqi` of the column. */
  className?: string | undefined;
  /** Below the heading. */
  children?: ReactNode;
}

/** The noon sky that a page of the campaign begins with. */
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
