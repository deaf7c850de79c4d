import type { HostServices } from '@fridge/shared-contracts';
import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { joinClasses } from '@fridge/shared-ui';
import styles from './coupon-card.module.css';
import { readDeadline } from './deadline.ts';
import { DeadlineLine } from './deadline-line.tsx';
import { splitCouponName } from './prize-kind.ts';

/** The electricity coupon as the thing it is: a perforated ticket with its amount large and the rest small. */
export function CouponCard({ host, prize }: { host: HostServices; prize: Prize }) {
  const parts = splitCouponName(prize.giftName);
  const deadline = readDeadline(prize.deadline, host.schedule.now());
  return (
    <article className={joinClasses(styles.coupon, deadline.state === 'passed' && styles.over)} data-testid="prize" data-kind="coupon">
      <h2 className={styles.name}>
        {parts ? (
          <>
            <span className={styles.amount}>{parts.amount}<span className={styles.unit}>{parts.unit}</span></span>
            <span className={styles.rest}>{parts.rest}</span>
          </>
        ) : <span className={styles.rest}>{prize.giftName}</span>}
      </h2>
      <DeadlineLine deadline={deadline} purpose="use" className={styles.deadline} />
    </article>
  );
}
