import { Button } from '@fridge/shared-ui';
import { useEffect, useRef } from 'react';
import { copy } from '../copy.ts';
import { Coupon } from './coupon.tsx';
import styles from './coupon-won.module.css';

export interface CouponWonProps {
  /** The coupon page is being opened. */
  leaving: boolean;
  onTake: () => void;
  onLater: () => void;
}

/** What a right answer brings: the coupon, and the way to it. */
export function CouponWon({ leaving, onTake, onLater }: CouponWonProps) {
  const news = useRef<HTMLParagraphElement>(null);
  useEffect(() => news.current?.focus({ preventScroll: true }), []);
  return (
    <div className={styles.won}>
      <Coupon />
      <p ref={news} tabIndex={-1} className={styles.news}>{copy['campaign.question.correct.desc']}</p>
      <Button wide className={styles.take} busy={leaving} onClick={onTake}>{copy['campaign.question.correct.button']}</Button>
      <Button wide tone="text" className={styles.later} onClick={onLater}>{copy['campaign.question.correct.later']}</Button>
    </div>
  );
}
