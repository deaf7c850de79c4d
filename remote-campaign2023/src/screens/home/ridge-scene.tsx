import { Fridge } from '@fridge/shared-ui';
import { useId } from 'react';
import { copy } from '../../copy.ts';
import { Crescent } from '../../theme/noon-header.tsx';
import styles from './ridge-scene.module.css';

/** 390 units span 10:00 to 34:00; the same centres as in `home-screen.module.css`. */
const PEAK_X = 73.125;
const VALLEY_X = 268.125;
const ridge =
  'M-71.5 206C-32.5 206 -32.5 92 6.5 92C39.8 92 39.8 56 73.1 56C106.4 56 106.4 92 139.8 92' +
  'C178.8 92 178.8 206 217.7 206C242.9 206 242.9 215 268.1 215C293.3 215 293.3 206 318.5 206' +
  'C357.5 206 357.5 92 396.5 92L396.5 264L-71.5 264Z';
const strata = [
'M-76.4 217C-32.5 217 -32.5 130 11.4 130C42.2 130 42.2 102 73.1 102C104 102 104 130 134.9 130' +
  'C178.8 130 178.8 217 222.6 217C245.4 217 245.4 224 268.1 224C290.9 224 290.9 217 313.6 217' +
  'C357.5 217 357.5 130 401.4 130',
'M-81.2 228C-32.5 228 -32.5 168 16.3 168C44.7 168 44.7 148 73.1 148C101.6 148 101.6 168 130 168' +
  'C178.8 168 178.8 228 227.5 228C247.8 228 247.8 233 268.1 233C288.4 233 288.4 228 308.8 228' +
  'C357.5 228 357.5 168 406.3 168',
'M-86.1 239C-32.5 239 -32.5 206 21.1 206C47.1 206 47.1 194 73.1 194C99.1 194 99.1 206 125.1 206' +
  'C178.8 206 178.8 239 232.4 239C250.3 239 250.3 242 268.1 242C286 242 286 239 303.9 239' +
  'C357.5 239 357.5 206 411.1 206',
'M-91 250C-32.5 250 -32.5 244 26 244C49.6 244 49.6 240 73.1 240C96.7 240 96.7 244 120.2 244' +
  'C178.8 244 178.8 250 237.3 250C252.7 250 252.7 251 268.1 251C283.6 251 283.6 250 299 250' +
  'C357.5 250 357.5 244 416 244',
];
/** x, y, radius. */
const stars = [[188.5, 150, 1.4], [201.5, 104, 1.1], [214.5, 172, 1.2], [328.25, 66, 1.2], [341.25, 168, 1], [352.625, 112, 1.5]];

/** The day's tariff as a mountain line, the fridge in its valley. */
export function RidgeScene() {
  const id = useId();
  return (
    <div className={styles.scene} aria-hidden="true">
      <svg className={styles.land} viewBox="0 0 390 262">
        <defs>
          <radialGradient id={id} cx={VALLEY_X} cy="215" r="196" gradientUnits="userSpaceOnUse" className={styles.sky}>
            {[0.3, 0.52, 0.7, 0.84, 1].map((offset) => <stop key={offset} offset={offset} />)}
          </radialGradient>
        </defs>
        <path d="M0 0H390V262H0Z" fill={`url(#${id})`} />
        {stars.map(([x, y, radius]) => <circle key={x} cx={x} cy={y} r={radius} className={styles.star} />)}
        <svg x="325.625" y="74" width="28" height="28" viewBox="0 0 24 24" className={styles.crescent}><Crescent /></svg>
        <path d={ridge} className={styles.ridge} />
        {strata.map((line) => <path key={line} d={line} className={styles.stratum} />)}
        <g className={styles.hours} textAnchor="middle">
          <text x={PEAK_X} y="150" className={styles.kind}>{copy['campaign.guide.s3.peak.kind']}</text>
          <text x={PEAK_X} y="172">{copy['campaign.guide.s3.peak.time']}</text>
          <text x={VALLEY_X} y="249"><tspan className={styles.kind}>{copy['campaign.guide.s3.valley.kind']}</tspan> {copy['campaign.guide.s3.valley.time']}</text>
        </g>
      </svg>
      <Fridge mood="ajar" className={styles.fridge} />
    </div>
  );
}
