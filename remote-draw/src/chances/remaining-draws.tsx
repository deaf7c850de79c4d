import { commonCopy, fill } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';
import styles from './remaining-draws.module.css';
import type { Chances } from './use-chances.ts';

/** All states have the same size: no layout shift. */
export function RemainingDraws({ chances }: { chances: Chances }) {
  return (
    <div className={styles.room}>
      {chances.status === 'loading' && <p className={styles.quiet}>{copy['draw.wheel.remainingLoading']}</p>}
      {chances.status === 'counted' && <p className={styles.count}>{fill(copy['draw.wheel.remaining'], { n: chances.left ?? 0 })}</p>}
      {chances.status === 'failed' && (
        <p className={styles.quiet}>
          {chances.failure}
          <button type="button" className={styles.retry} onClick={() => void chances.reload()}>{commonCopy['common.retry']}</button>
        </p>
      )}
    </div>
  );
}
