import { Fridge } from '@fridge/shared-ui/internal';
import { copy } from '../../copy.ts';
import { Crescent, curveThrough } from '../../theme/noon-header.tsx';
import styles from './ridge-scene.module.css';

/** 390 units span 10:00 to 34:00; the same centres as in `home-screen.module.css`. */
const PEAK_X = 73.125;
const VALLEY_X = 268.125;
/** The ridge, or below it a stratum, flatter with its depth. */
function contour(depth: number): string {
  const [summit, shoulder, foot, valley] = [56 + 46 * depth, 92 + 38 * depth, 206 + 11 * depth, 215 + 9 * depth];
  const shift = 4.875 * depth;
  return curveThrough([
    [-71.5 - shift, foot],
    [6.5 + shift, shoulder],
    [PEAK_X, summit],
    [139.75 - shift, shoulder],
    [217.75 + shift, foot],
    [VALLEY_X, valley],
    [318.5 - shift, foot],
    [396.5 + shift, shoulder],
  ]);
}
const ridge = `${contour(0)}V264H-71.5Z`;
const strata = [1, 2, 3, 4].map(contour);
/** x, y, radius. */
const stars = [
  [188.5, 150, 1.4],
  [201.5, 104, 1.1],
  [214.5, 172, 1.2],
  [328.25, 66, 1.2],
  [341.25, 168, 1],
  [352.625, 112, 1.5],
];

const SKY_ID = 'home-sky';

/** The day's tariff as a mountain line, the fridge in its valley. */
export function RidgeScene() {
  return (
    <div className={styles.scene} aria-hidden="true">
      <svg className={styles.land} viewBox="0 0 390 262">
        <defs>
          <radialGradient
            id={SKY_ID}
            cx={VALLEY_X}
            cy="215"
            r="196"
            gradientUnits="userSpaceOnUse"
            className={styles.sky}
          >
            {[0.3, 0.52, 0.7, 0.84, 1].map((offset) => (
              <stop key={offset} offset={offset} />
            ))}
          </radialGradient>
        </defs>
        <path d="M0 0H390V262H0Z" fill={`url(#${SKY_ID})`} />
        {stars.map(([x, y, radius]) => (
          <circle key={x} cx={x} cy={y} r={radius} className={styles.star} />
        ))}
        <svg x="325.625" y="74" width="28" height="28" viewBox="0 0 24 24" className={styles.crescent}>
          <Crescent />
        </svg>
        <path d={ridge} className={styles.ridge} />
        {strata.map((line) => (
          <path key={line} d={line} className={styles.stratum} />
        ))}
        <g className={styles.hours} textAnchor="middle">
          <text x={PEAK_X} y="150" className={styles.kind}>
            {copy['campaign.guide.s3.peak.kind']}
          </text>
          <text x={PEAK_X} y="172">
            {copy['campaign.guide.s3.peak.time']}
          </text>
          <text x={VALLEY_X} y="249">
            <tspan className={styles.kind}>{copy['campaign.guide.s3.valley.kind']}</tspan>{' '}
            {copy['campaign.guide.s3.valley.time']}
          </text>
        </g>
      </svg>
      <Fridge id="home-fridge-" mood="ajar" className={styles.fridge} />
    </div>
  );
}
