import { campaignTerms } from '@fridge/shared-contracts/activities/campaign';
import { fill } from '@fridge/shared-contracts';
import { WholeText } from '@fridge/shared-ui';
import { copy, WHOLE_PHRASES } from '../copy.ts';
import { Crescent } from '../theme/crescent.tsx';
import { fillDownTo, tariffCurve } from '../theme/tariff-curve.ts';
import styles from './coupon.module.css';

/** The valley lies under the value, the next day's peak beside it. */
const tearLine = tariffCurve({ fromHour: 19, toHour: 43, left: 0, right: 320, peakY: 24, valleyY: 62, softness: 2.5, crest: 18 });
const night = fillDownTo(tearLine, 92);

/** The electricity coupon as an object: perforated, its value large, noon over night; the door light crosses it once. */
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
