import { joinClasses } from '@fridge/shared-ui';
import type { ReactNode } from 'react';
import styles from './kitchen.module.css';

/** The linen that every screen of the contest lies on (look, "Contest: a warm kitchen"). */
export function Kitchen({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={joinClasses(styles.kitchen, className)}>{children}</div>;
}
