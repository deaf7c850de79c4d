import { fill } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { copy } from '../copy.ts';
import styles from './recipient-lines.module.css';

type RecipientOf = Pick<Prize, 'userName' | 'userPhone' | 'userAddress'>;

/** Where a prize goes; nothing without an address. */
export function RecipientLines({ prize: { userName, userPhone, userAddress } }: { prize: RecipientOf }) {
  if (userAddress === '') return null;
  return (
    <div className={styles.recipient}>
      <p>{fill(copy['draw.prize.recipient'], { userName, userPhone })}</p>
      <p>{fill(copy['draw.prize.address'], { userAddress })}</p>
    </div>
  );
}
