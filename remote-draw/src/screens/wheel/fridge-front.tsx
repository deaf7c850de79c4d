import { joinClasses } from '@fridge/shared-ui';
import type { ReactNode } from 'react';
import styles from './fridge-front.module.css';

interface FridgeFrontProps {
  /** Light shines through the gap between the doors. */
  lit: boolean;
  window: ReactNode;
  drawer: ReactNode;
}

export function FridgeFront({ lit, window, drawer }: FridgeFrontProps) {
  return (
    <div className={joinClasses(styles.front, lit && styles.lit)}>
      <div className={styles.door}>{window}</div>
      <div className={styles.gap} aria-hidden="true"><span className={styles.glow} /></div>
      <div className={styles.drawer}>{drawer}</div>
    </div>
  );
}
