import { Fridge } from '@fridge/shared-ui';
import { useId } from 'react';
import { copy } from '../../copy.ts';
import { Crescent } from '../../theme/crescent.tsx';
import { fillDownTo, tariffCurve } from '../../theme/tariff-curve.ts';
import { crescentX, day, stars, summitX, valleyX } from './ridge-geometry.ts';
import styles from './ridge-scene.module.css';

const HEIGHT = 262;
const FLOOR = 215;

const ridge = fillDownTo(tariffCurve({ ...day, peakY: 92, valleyY: 206, softness: 2.4, crest: 36 }), HEIGHT + 2);
/** Cold laid down in the valley, layer under layer, each flatter than the one above. */
const strata = [1, 2, 3, 4].map((depth) =>
  tariffCurve({ ...day, peakY: 92 + depth * 38, valleyY: 206 + depth * 11, softness: 2.4 + depth * 0.3, crest: 36 - depth * 8 }),
);

/**
 * The day's tariff as a mountain line, its dear hours a summit under the sun, its cheap ones a valley under a sky of its
 * own, where the fridge lays in cold; both are named.
 */
export function RidgeScene() {
  const id = useId();
  return (
    <div className={styles.scene} aria-hidden="true">
      <svg className={styles.land} viewBox={`0 0 ${day.right} ${HEIGHT}`} focusable="false">
        <defs>
          <radialGradient id={id} cx={valleyX} cy={FLOOR} r="196" gradientUnits="userSpaceOnUse" className={styles.sky}>
            <stop offset=".3" />
            <stop offset=".52" />
            <stop offset=".7" />
            <stop offset=".84" />
            <stop offset="1" />
          </radialGradient>
        </defs>
        <path d={`M0 0H${day.right}V${HEIGHT}H0Z`} fill={`url(#${id})`} />
        {stars.map(({ x, y, radius }) => <circle key={x} cx={x} cy={y} r={radius} className={styles.star} />)}
        <svg x={crescentX - 14} y="74" width="28" height="28" viewBox="0 0 24 24" className={styles.crescent}><Crescent /></svg>
        <path d={ridge} className={styles.ridge} />
        {strata.map((line) => <path key={line} d={line} className={styles.stratum} />)}
        <g className={styles.hours} textAnchor="middle">
          <text x={summitX} y="150" className={styles.kind}>{copy['campaign.guide.s3.peak.kind']}</text>
          <text x={summitX} y="172">{copy['campaign.guide.s3.peak.time']}</text>
          <text x={valleyX} y="249"><tspan className={styles.kind}>{copy['campaign.guide.s3.valley.kind']}</tspan> {copy['campaign.guide.s3.valley.time']}</text>
        </g>
      </svg>
      <Fridge mood="ajar" className={styles.fridge} />
    </div>
  );
}
