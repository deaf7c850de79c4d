import { joinClasses, Phrases } from '@fridge/shared-ui';
import type { ReactNode } from 'react';
import { CurveDivider } from './curve-divider.tsx';
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
