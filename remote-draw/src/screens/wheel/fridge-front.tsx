import { joinClasses } from '@fridge/shared-ui';
import type { ReactNode } from 'react';
import styles from './fridge-front.module.css';

export interface FridgeFrontProps {
  /** The light inside shines through the gap between the doors. */
  lit: boolean;
  /** What the upper door's round window holds. */
  window: ReactNode;
  /** What the drawer below carries. */
  drawer: ReactNode;
}

/** The fridge itself, so near that its front fills the page: upper door with its window, gap, drawer, feet. */
export function FridgeFront({ lit, window, drawer }: FridgeFrontProps) {
  return (
    <div className={joinClasses(styles.front, lit && styles.lit)}>
      <div className={styles.door}>{window}</div>
      <div className={styles.gap} aria-hidden="true"><span className={styles.glow} /></div>
      <div className={styles.drawer}>{drawer}</div>
    </div>
  );
}
