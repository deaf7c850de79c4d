import { fill, type HostServices } from '@fridge/shared-contracts';
import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import type { Prize } from '@fridge/shared-contracts/activities/draw';
import { Button, joinClasses, useSlowAppLabel, useSubmitLock, WholeText } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import styles from './coupon-card.module.css';
import { DeadlineLine, readDeadline } from './deadline-line.tsx';
import { splitCouponName } from './use-prizes.ts';

export function CouponCard({ host, prize }: { host: HostServices; prize: Prize }) {
  const parts = splitCouponName(prize.giftName);
  const deadline = readDeadline(prize.deadline, host.windows.now());
  const over = deadline.state === 'passed';
  return (
    <article
      className={joinClasses(styles.coupon, over && styles.over)}
      aria-label={prize.giftName}
      data-testid="prize"
      data-kind="coupon"
    >
      <h2 className={styles.name}>
        {parts ? (
          <>
            <span className={styles.amount}>
              {parts.amount}
              <span className={styles.unit}>{parts.unit}</span>
            </span>
            <span className={styles.rest}>{parts.rest}</span>
          </>
        ) : (
          <span className={styles.rest}>{prize.giftName}</span>
        )}
      </h2>
      <div className={styles.terms}>
        <p className={styles.condition}>
          <WholeText
            text={fill(copy['draw.prize.coupon.minimum'], { n: campaignTerms.couponMinimumPaymentYuan })}
            phrases={['单笔']}
          />
        </p>
        <DeadlineLine deadline={deadline} purpose="use" className={styles.deadline} />
      </div>
      {!over && <TakeButton host={host} />}
    </article>
  );
}

function TakeButton({ host }: { host: HostServices }) {
  const { locked, submitOnce } = useSubmitLock();
  const slowAppLabel = useSlowAppLabel(locked);
  const open = async () => {
    host.tracking.click('draw.prize.coupon');
    if (!(await host.external.openCoupon())) host.feedback.toast(copy['draw.prize.coupon.fail.toast']);
    return false;
  };
  return (
    <Button
      wide
      className={styles.take}
      busy={locked}
      busyLabel={slowAppLabel ?? copy['draw.prize.coupon.opening']}
      onClick={() => void submitOnce(open)}
    >
      {copy['draw.prize.coupon.button']}
    </Button>
  );
}
