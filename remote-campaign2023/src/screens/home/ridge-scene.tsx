import { tariffs } from '@fridge/shared-contracts/activities/campaign';
import { fill } from '@fridge/shared-contracts/copy';
import { Fridge } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { fillDownTo, tariffCurve } from '../../theme/tariff-curve.ts';
import styles from './ridge-scene.module.css';

/** Noon to noon, so that the night's valley lies in the middle of the picture. */
const day = { fromHour: 12, toHour: 36, left: 0, right: 390 };
const xOf = (hour: number) => ((hour - day.fromHour) / (day.toHour - day.fromHour)) * day.right;
const BOTTOM = 262;

const haze = fillDownTo(tariffCurve({ ...day, fromHour: 9.5, toHour: 33.5, peakY: 104, valleyY: 150, softness: 3, crest: 30 }), BOTTOM);
const ridge = fillDownTo(tariffCurve({ ...day, peakY: 92, valleyY: 206, softness: 2.4, crest: 36 }), BOTTOM);
/** Cold laid down in the valley, layer under layer, each flatter than the one above. */
const strata = [1, 2, 3, 4].map((depth) =>
  tariffCurve({ ...day, peakY: 92 + depth * 38, valleyY: 206 + depth * 11, softness: 2.4 + depth * 0.3, crest: 36 - depth * 8 }),
);
const stars: [x: number, y: number, radius: number][] = [[28, 150, 1.6], [70, 128, 1.1], [92, 182, 1.4], [352, 150, 1.2], [374, 118, 1.6], [340, 196, 1]];

/** Where noon and night meet: the day's tariff as a mountain line, and the fridge in the valley, laying in cold. */
export function RidgeScene() {
  const dusk = tariffs.valley.fromHour;
  const dawn = tariffs.valley.toHour;
  return (
    <div className={styles.scene} aria-hidden="true">
      <svg className={styles.land} viewBox="0 0 390 260" focusable="false">
        <path d={haze} className={styles.haze} />
        <path d={ridge} className={styles.ridge} />
        {strata.map((line) => <path key={line} d={line} className={styles.stratum} />)}
        {stars.map(([x, y, radius]) => <circle key={x} cx={x} cy={y} r={radius} className={styles.star} />)}
        <g className={styles.hour}>
          <circle cx={xOf(dusk)} cy="149" r="4" />
          <text x={xOf(dusk) - 14} y="176" textAnchor="end">{fill(copy['campaign.chart.hour'], { h: dusk })}</text>
          <circle cx={xOf(dawn + 24)} cy="149" r="4" />
          <text x={xOf(dawn + 24) + 12} y="176">{fill(copy['campaign.chart.hour'], { h: dawn })}</text>
        </g>
        <path d="M44.6 142.4a19.8 19.8 0 1 0 14 27.2 16.4 16.4 0 0 1-14-27.2Z" transform="translate(6 34)" className={styles.crescent} />
      </svg>
      <Fridge mood="ajar" className={styles.fridge} />
    </div>
  );
}
