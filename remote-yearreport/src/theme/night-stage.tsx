import { memo } from 'react';
import beam from './beam.svg?raw';
import city from './city.svg?raw';
import { InlineSvg } from './inline-svg.tsx';
import moon from './moon.svg?raw';
import styles from './night-stage.module.css';
import stars from './stars.svg?raw';

export interface NightStageProps {
  /** 0: dusk; 1: first light. */
  hour: number;
  /** Each step turns the beam of light. */
  swing: number;
  /** 0 to 1. */
  light: number;
}

/** By step, degrees. */
const LEANS = [32, 40, 27, 44, 34, 24, 38] as const;
/** Percent of the sky's width and height. */
const TWINKLING = [
  [18, 4.5],
  [46, 3],
  [86.5, 4],
  [84.5, 31],
] as const;

/** Falls to 0 within `reach` of its end of the night. */
const near = (distance: number, reach: number): number => Math.max(0, 1 - distance / reach);

/** Beside the year on the landing page, above the title on slides. */
function moonAt(hour: number): string {
  const height = Math.sin(Math.PI * hour);
  if (hour === 0) return 'translate(-40px, 182px)';
  return `translate(calc(-58px - ${24 * height} * var(--moon-drift)), ${44 - 8 * height}px)`;
}

export const NightStage = memo(function NightStage({ hour, swing, light }: NightStageProps) {
  const lean = LEANS[swing % LEANS.length] ?? LEANS[0];
  return (
    <div className={styles.stage} aria-hidden="true">
      <svg
        className={styles.stars}
        style={{ opacity: 1 - 0.7 * near(1 - hour, 0.2) }}
        viewBox="0 0 390 560"
        preserveAspectRatio="xMidYMin slice"
      >
        <InlineSvg svg={stars} />
      </svg>
      <div className={`${styles.veil} ${styles.dusk}`} style={{ opacity: 0.62 * near(hour, 0.22) }} />
      <div className={`${styles.veil} ${styles.dawn}`} style={{ opacity: 0.85 * near(1 - hour, 0.2) }} />
      {TWINKLING.map(([x, y]) => (
        <i key={x} className={styles.twinkle} style={{ left: `${x}%`, top: `${y}%` }} />
      ))}
      <svg className={styles.city} viewBox="0 0 390 150" preserveAspectRatio="xMidYMax slice">
        <InlineSvg svg={city} />
      </svg>
      <svg className={styles.wedge} style={{ transform: `rotate(${lean}deg)`, opacity: light }} viewBox="0 0 900 520">
        <InlineSvg svg={beam} />
      </svg>
      <div className={styles.source} style={{ opacity: 0.34 * light }} />
      <div className={styles.counter}>
        <div className={styles.pool} style={{ opacity: 0.42 * light }} />
      </div>
    </div>
  );
});

/** Over the slides, whose shade would dim it; before them behind the fridge. */
export function NightMoon({ hour }: Pick<NightStageProps, 'hour'>) {
  const style = { transform: moonAt(hour), ...(hour === 0 && { zIndex: -1 }) };
  return (
    <svg className={styles.moon} viewBox="-40 -40 80 80" aria-hidden="true" style={style}>
      <InlineSvg svg={moon} />
    </svg>
  );
}
