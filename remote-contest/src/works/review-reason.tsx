import { fill } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';
import styles from './review-reason.module.css';

/** Why a work was rejected; one without a reason says what to do all the same (copy deck 5.2). */
export function ReviewReason({ mark }: { mark: string }) {
  return <p className={styles.reason}>{mark.trim() === '' ? copy['contest.status.reasonEmpty'] : fill(copy['contest.status.reason'], { mark })}</p>;
}
