import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { fill } from '@fridge/shared-contracts';
import { WholeText } from '@fridge/shared-ui';
import { copy, WHOLE_PHRASES } from '../copy.ts';
import { Crescent } from '../theme/crescent.tsx';
import styles from './coupon.module.css';

const tearLine =
  'M-6.7 24C26.7 24 26.7 62 60 62C80 62 80 66.5 100 66.5C120 66.5 120 62 140 62C173.3 62 173.3 24 206.7 24' +
  'C233.3 24 233.3 6 260 6C286.7 6 286.7 24 313.3 24C346.7 24 346.7 62 380 62';
const night = `${tearLine}L380 92L-6.7 92Z`;

/** The coupon; the door light crosses it once. */
export function Coupon() {
  return (
    <div className={styles.lift}>
      <div className={styles.coupon}>
        <div className={styles.value}>
          <span className={styles.yuan}>{campaignTerms.couponYuan}</span>
          <span className={styles.unit}>{copy['campaign.coupon.unit']}</span>
          <span className={styles.name}>{copy['campaign.coupon.name']}</span>
        </div>
        <svg aria-hidden="true" focusable="false" className={styles.curve} viewBox="0 0 320 90" preserveAspectRatio="none">
          <path d={night} fill="currentColor" />
          <path d={tearLine} className={styles.tear} vectorEffect="non-scaling-stroke" />
        </svg>
        <div className={styles.terms}>
          <div className={styles.lines}>
            <p className={styles.term}><WholeText text={fill(copy['campaign.coupon.minimum'], { n: campaignTerms.couponMinimumPaymentYuan })} phrases={WHOLE_PHRASES} /></p>
            <p className={styles.term}>{fill(copy['campaign.coupon.validity'], { n: campaignTerms.validityDays })}</p>
          </div>
          <Crescent className={styles.crescent} />
        </div>
        <span aria-hidden="true" className={styles.light} />
      </div>
    </div>
  );
}
