import { Fridge } from '@fridge/shared-ui/internal';
import { copy } from '../../copy.ts';
import styles from './ridge-scene.module.css';
import ridge from './ridge.svg?raw';

/** In the page: it takes the theme's colours. */
const land = { __html: ridge };

/** Centres in the drawing, whose width is a day from 10:00; the same in `home-screen.module.css`. */
const PEAK_X = 73.125;
const VALLEY_X = 268.125;

/** The day's tariff as a mountain line, the fridge in its valley. */
export function RidgeScene() {
  return (
    <div className={styles.scene} aria-hidden="true">
      <div dangerouslySetInnerHTML={land} />
      <svg className={styles.hours} viewBox="0 0 390 262" textAnchor="middle">
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
      </svg>
      <Fridge id="home-fridge-" mood="ajar" className={styles.fridge} />
    </div>
  );
}
