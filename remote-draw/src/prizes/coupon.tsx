import { fill } from '@fridge/shared-contracts';
import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { Button, useSlowAppLabel, useSubmitLock, WholeText } from '@fridge/shared-ui';
import { useLiveHost } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';
import styles from './coupon.module.css';
import { type Deadline, DeadlineLine, RevokedLine } from './deadline-line.tsx';
import { splitCouponName } from './use-prizes.ts';

/** What the card of a coupon says, and the way to its page until it has expired. */
export function Coupon({ prize, deadline }: { prize: Prize; deadline: Deadline | null }) {
  const host = useLiveHost();
  const { locked, submitOnce } = useSubmitLock();
  const slowAppLabel = useSlowAppLabel(locked);
  const { amount, unit, rest } = splitCouponName(prize.giftName);
  const open = async () => {
    host.tracking.click('draw.prize.coupon');
    if (!(await host.external.openCoupon())) host.feedback.toast(copy['draw.prize.coupon.fail.toast']);
    return false;
  };
  return (
    <>
      <h2 className={styles.name}>
        {amount && (
          <span className={styles.amount}>
            {amount}
            <span className={styles.unit}>{unit}</span>
          </span>
        )}
        <span className={styles.rest}>{rest}</span>
      </h2>
      <div className={styles.terms}>
        <p>
          <WholeText
            text={fill(copy['draw.prize.coupon.minimum'], { n: campaignTerms.couponMinimumPaymentYuan })}
            phrases={['单笔']}
          />
        </p>
        {prize.isRevoked ? <RevokedLine prize={prize} /> : <DeadlineLine prize={prize} deadline={deadline} />}
      </div>
      {!deadline?.isPassed && !prize.isRevoked && (
        <Button
          wide
          className={styles.take}
          busy={locked}
          busyLabel={slowAppLabel ?? copy['draw.prize.coupon.opening']}
          onClick={() => void submitOnce(open)}
        >
          {copy['draw.prize.coupon.button']}
        </Button>
      )}
    </>
  );
}
