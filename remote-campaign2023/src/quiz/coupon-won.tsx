import { commonCopy, fill } from '@fridge/shared-contracts';
import { Button, useAppIsSlow } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { Coupon } from './coupon.tsx';
import styles from './coupon-won.module.css';
import { useArrival } from './use-arrival.ts';

interface CouponWonProps {
  leaving: boolean;
  onTake: () => void;
  onLater: () => void;
}

export function CouponWon({ leaving, onTake, onLater }: CouponWonProps) {
  const news = useArrival<HTMLDivElement>();
  const appIsSlow = useAppIsSlow(leaving);
  return (
    <div className={styles.won}>
      <div ref={news} tabIndex={-1} className={styles.news}>
        <Coupon />
        <p className={styles.texts}>{copy['campaign.question.correct.desc']}</p>
      </div>
      <Button wide className={styles.take} busy={leaving} busyLabel={appIsSlow ? fill(commonCopy['common.waitingApp']) : undefined} onClick={onTake}>{copy['campaign.question.correct.button']}</Button>
      <Button wide tone="text" className={styles.later} onClick={onLater}>{copy['campaign.question.correct.later']}</Button>
    </div>
  );
}
