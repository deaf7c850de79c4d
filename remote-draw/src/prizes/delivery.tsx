import { fill, formatDate, parseInstant } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { copy } from '../copy.ts';
import { CopyBox, CopyLine } from './copy-box.tsx';
import styles from './prizes.module.css';

/** Backends that don't tell shipments leave the number out. */
export const isShipped = ({ trackingNumber }: Prize): boolean => trackingNumber !== '';

/** When and by whom a prize was sent, with its tracking number; nothing before. */
export function Shipment({ prize }: { prize: Prize }) {
  if (!isShipped(prize)) return null;
  const { carrier, trackingNumber } = prize;
  const shippedAt = parseInstant(prize.shippedAt);
  const title =
    shippedAt === null
      ? copy['draw.prize.shipped']
      : fill(copy['draw.prize.shippedOn'], { date: formatDate(shippedAt) });
  return (
    <CopyBox title={title}>
      {carrier !== '' && <p className={styles.carrier}>{fill(copy['draw.prize.carrier'], { carrier })}</p>}
      <CopyLine
        name="copyNumber"
        text={fill(copy['draw.prize.trackingNumber'], { trackingNumber })}
        value={trackingNumber}
        copyLabel={copy['draw.prize.copyNumber.aria']}
      />
    </CopyBox>
  );
}

/** Where a prize goes; nothing without an address. */
export function RecipientLines({ prize }: { prize: Prize }) {
  if (prize.userAddress === '') return null;
  return (
    <div className={styles.recipient}>
      <p>{fill(copy['draw.prize.recipient'], prize)}</p>
      <p>{fill(copy['draw.prize.address'], prize)}</p>
    </div>
  );
}
