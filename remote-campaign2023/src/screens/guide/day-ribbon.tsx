import { joinClasses } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { HOURS_PER_DAY, tariffDay } from '../../tariff/tariff-day.ts';
import styles from './day-ribbon.module.css';

const names = { peak: copy['campaign.guide.s3.peak.kind'], valley: copy['campaign.guide.s3.valley.kind'] };
const day = tariffDay();

/** Decorative: the text below says the same. */
export function DayRibbon() {
  return (
    <svg className={styles.ribbon} viewBox={`0 0 ${HOURS_PER_DAY * 10} 34`} aria-hidden="true" focusable="false">
      {day.map(({ kind, fromHour, toHour }) => (
        <g key={fromHour} className={joinClasses(styles[kind])}>
          <rect x={fromHour * 10} y="0" width={(toHour - fromHour) * 10} height="34" className={styles.band} />
          {toHour - fromHour > 4 && (
            <text x={(fromHour + toHour) * 5} y="22" textAnchor="middle" className={styles.name}>{names[kind]}</text>
          )}
        </g>
      ))}
      {Array.from({ length: HOURS_PER_DAY - 1 }, (_, index) => (
        <path key={index} d={`M${(index + 1) * 10} ${(index + 1) % 6 === 0 ? 27 : 30}V34`} className={styles.hour} />
      ))}
    </svg>
  );
}
