import { joinClasses } from '@fridge/shared-ui';
import { memo } from 'react';
import beam from './beam.svg?raw';
import city from './city.svg?raw';
import { InlineSvg } from './inline-svg.tsx';
import moon from './moon.svg?raw';
import styles from './night-stage.module.css';
import stars from './stars.svg?raw';

export interface NightStageProps {
  /** Progress of the night: 0 is dusk, 1 the first light of morning. */
  hour: number;
  /** The current step; each one turns the beam of light. */
  swing: number;
  /** Strength of the light, 0 to 1. */
  light: number;
}

/** Rotation of the beam by step, degrees. */
const LEANS = [32, 40, 27, 44, 34, 24, 38] as const;
/** The few stars that twinkle, in percent of the sky's width and height. */
const TWINKLING = [[18, 4.5], [46, 3], [86.5, 4], [84.5, 31]] as const;

/** Opacity of a veil, which falls to 0 within `reach` of its end of the night. */
const near = (distance: number, reach: number): number => Math.max(0, 1 - distance / reach);

/** Low beside the year on the landing page; on slides it stays above the title, where no text is. */
function moonAt(hour: number): string {
  const height = Math.sin(Math.PI * hour);
  return hour === 0 ? 'translate(-40px, 182px)' : `translate(${-58 - 24 * height}px, ${44 - 8 * height}px)`;
}

// Constant elements: React doesn't render them again.
const starLayer = (
  <svg viewBox="0 0 390 560" preserveAspectRatio="xMidYMin slice" focusable="false"><InlineSvg svg={stars} /></svg>
);
const twinkling = TWINKLING.map(([x, y]) => (
  <i key={x} className={styles.twinkle} style={{ left: `${x}%`, top: `${y}%` }} />
));
const cityLayer = (
  <svg className={styles.city} viewBox="0 0 390 150" preserveAspectRatio="xMidYMax slice" focusable="false">
    <InlineSvg svg={city} />
  </svg>
);
const beamLayer = <svg viewBox="0 0 900 520" focusable="false"><InlineSvg svg={beam} /></svg>;

/** The background of every page: sky, city, worktop, and the light from the fridge's door. */
export const NightStage = memo(function NightStage({ hour, swing, light }: NightStageProps) {
  const lean = LEANS[swing % LEANS.length] ?? LEANS[0];
  return (
    <div className={styles.stage} aria-hidden="true">
      <div className={styles.sky} />
      <div className={styles.stars} style={{ opacity: 1 - 0.7 * near(1 - hour, 0.2) }}>{starLayer}</div>
      <div className={joinClasses(styles.veil, styles.dusk)} style={{ opacity: 0.62 * near(hour, 0.22) }} />
      <div className={joinClasses(styles.veil, styles.dawn)} style={{ opacity: 0.85 * near(1 - hour, 0.2) }} />
      {twinkling}
      {cityLayer}
      <div className={styles.wedge} style={{ transform: `rotate(${lean}deg)`, opacity: light }}>{beamLayer}</div>
      <div className={styles.source} style={{ opacity: 0.34 * light }} />
      <div className={styles.counter}><div className={styles.pool} style={{ opacity: 0.42 * light }} /></div>
    </div>
  );
});

/** Lies over the slides, so that the shade behind their text doesn't dim it; before them it lies behind the fridge. */
export function NightMoon({ hour }: Pick<NightStageProps, 'hour'>) {
  const style = { transform: moonAt(hour), ...(hour === 0 && { zIndex: -1 }) };
  return (
    <svg className={styles.moon} viewBox="-40 -40 80 80" focusable="false" aria-hidden="true" style={style}>
      <InlineSvg svg={moon} />
    </svg>
  );
}
