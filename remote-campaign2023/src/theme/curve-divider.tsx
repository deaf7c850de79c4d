import { joinClasses } from '@fridge/shared-ui';
import styles from './curve-divider.module.css';
import { fillDownTo, tariffCurve } from './tariff-curve.ts';

const WIDTH = 390;
const HEIGHT = 56;
const fill = fillDownTo(
  tariffCurve({ fromHour: 0, toHour: 24, left: 0, right: WIDTH, peakY: 16, valleyY: 44, softness: 1.5, crest: 10 }),
  HEIGHT + 2,
);

type Ground = 'noon' | 'night' | 'page';

export interface CurveDividerProps {
  /** Absent: whatever lies behind shows through. */
  above?: Ground;
  below: Ground;
  className?: string | undefined;
}

/** The campaign's curve between two sections: a day's tariff, midnight to midnight. */
export function CurveDivider({ above, below, className }: CurveDividerProps) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className={joinClasses(styles.divider, above && styles[`above-${above}`], styles[`below-${below}`], className)}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      <path d={fill} fill="currentColor" />
    </svg>
  );
}
