import { fill, formatDate, type HostServices, parseInstant } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { copy } from '../copy.ts';
import { CopyBox, CopyLine } from './copy-box.tsx';
import styles from './shipment.module.css';

/** Backends that don't tell shipments leave the number out. */
export const isShipped = ({ trackingNumber }: Pick<Prize, 'trackingNumber'>): boolean => trackingNumber !== '';

/** When and by whom a prize was sent, with its tracking number; nothing before. */
export function Shipment({ host, prize }: { host: HostServices; prize: Prize }) {
  if (!isShipped(prize)) return null;
  const { carrier, trackingNumber } = prize;
  const shippedAt = prize.shippedAt === null ? null : parseInstant(prize.shippedAt);
  const title =
    shippedAt === null
      ? copy['draw.prize.shipped']
      : fill(copy['draw.prize.shippedOn'], { date: formatDate(shippedAt) });
  return (
    <CopyBox title={title}>
      {carrier !== '' && <p className={styles.carrier}>{fill(copy['draw.prize.carrier'], { carrier })}</p>}
      <CopyLine
        host={host}
        text={fill(copy['draw.prize.trackingNumber'], { trackingNumber })}
        value={trackingNumber}
        copyLabel={copy['draw.prize.copyNumber.aria']}
        copiedToast={copy['draw.prize.copyNumberOk.toast']}
        onClick={() => host.tracking.click('draw.prize.copyNumber')}
      />
    </CopyBox>
  );
}
