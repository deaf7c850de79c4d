import { commonCopy } from '@fridge/shared-contracts/copy';
import { Button, Fridge, joinClasses } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { Kitchen } from '../kitchen/kitchen.tsx';
import kitchen from '../kitchen/kitchen.module.css';
import styles from './failed-work.module.css';

/** A work that couldn't be read: the host's toast has the server's reason (spec section 8). */
export function FailedWork({ reload }: { reload: () => void }) {
  return (
    <Kitchen className={styles.failed}>
      <Fridge mood="puzzled" className={styles.fridge} />
      <div role="alert"><h1 className={joinClasses(kitchen.display, styles.title)}>{copy['contest.detail.fail']}</h1></div>
      <Button className={styles.again} onClick={reload}>{commonCopy['common.retry']}</Button>
    </Kitchen>
  );
}
