import { joinClasses } from '@fridge/shared-ui';
import { memo } from 'react';
import { CITY_WINDOWS, STARS, TWINKLING } from './night-places.ts';
import styles from './night-stage.module.css';

export interface NightStageProps {
  /** How far the night has come: 0 at dusk, 1 at the first light of morning. */
  hour: number;
  /** Which way the door stands; every step swings the light. */
  swing: number;
  /** How strong its light is, 0 to 1. */
  light: number;
}

/** Degrees that the door's light leans from its rest, slide by slide; it comes from the lower right. */
const LEANS = [32, 40, 27, 44, 34, 24, 38] as const;

const leanOf = (swing: number): number => LEANS[swing % LEANS.length] ?? LEANS[0];
/** A veil is there near its own end of the night alone. */
const near = (distance: number, reach: number): number => Math.max(0, 1 - distance / reach);

/** Low beside the landing's year; high between title and edge while there are slides, where no words ever stand. */
function moonAt(hour: number): string {
  const height = Math.sin(Math.PI * hour);
  return hour === 0 ? 'translate(-40px, 182px)' : `translate(${-58 - 24 * height}px, ${44 - 8 * height}px)`;
}

/* What never changes is drawn once; only its frame moves. */

const stars = (
  <svg viewBox="0 0 390 560" preserveAspectRatio="xMidYMin slice" focusable="false">
    {STARS.map(([x, y, r]) => <circle key={x} cx={x} cy={y} r={r} opacity={0.35 + r / 3} />)}
  </svg>
);
const twinkling = TWINKLING.map(([x, y]) => <i key={x} className={styles.twinkle} style={{ left: `${x}%`, top: `${y}%` }} />);

const city = (
  <svg className={styles.city} viewBox="0 0 390 150" preserveAspectRatio="xMidYMax slice" focusable="false">
    <path fill="var(--far)" d="M0 150V78h26V54h34v32h20V40h10V28h4v12h14v50h26V62h38v40h18V50l20-14 20 14v56h24V70h30v26h16V44h36v46h22V66h32v84Z" />
    <path fill="var(--near)" d="M0 150v-34h44V98h36v30h30v-22h22V88h30v36h44v-14h38v-26h26v32h40v-20h34v24h46v30Z" />
    <path d={CITY_WINDOWS} stroke="var(--gold)" strokeWidth="3" strokeLinecap="butt" opacity=".5" />
  </svg>
);

/** Half widths of the wedges that lie within one another: together their edges fade. */
const WEDGES = [244, 228, 213, 198, 184, 170, 157, 144, 132, 120, 109, 98, 88, 78, 69, 60] as const;

const beam = (
  <svg viewBox="0 0 900 520" focusable="false">
    <radialGradient id="yearreport-beam" cx="900" cy="260" r="900" gradientUnits="userSpaceOnUse">
      <stop stopColor="var(--glow)" stopOpacity=".045" /><stop offset=".5" stopColor="var(--glow)" stopOpacity=".03" /><stop offset=".95" stopColor="var(--glow)" stopOpacity="0" />
    </radialGradient>
    {WEDGES.map((half) => <path key={half} d={`M900 260 0 ${260 - half}v${2 * half}Z`} fill="url(#yearreport-beam)" />)}
  </svg>
);

/** The one kitchen that every slide stands in: sky and city behind a worktop, and the light that swings over it. */
export const NightStage = memo(function NightStage({ hour, swing, light }: NightStageProps) {
  return (
    <div className={styles.stage} aria-hidden="true">
      <div className={styles.sky} />
      <div className={styles.stars} style={{ opacity: 1 - 0.7 * near(1 - hour, 0.2) }}>{stars}</div>
      <div className={joinClasses(styles.veil, styles.dusk)} style={{ opacity: 0.62 * near(hour, 0.22) }} />
      <div className={joinClasses(styles.veil, styles.dawn)} style={{ opacity: 0.85 * near(1 - hour, 0.2) }} />
      {twinkling}
      {city}
      <div className={styles.wedge} style={{ transform: `rotate(${leanOf(swing)}deg)`, opacity: light }}>{beam}</div>
      <div className={styles.source} style={{ opacity: 0.34 * light }} />
      <div className={styles.counter}><div className={styles.pool} style={{ opacity: 0.42 * light }} /></div>
    </div>
  );
});

/** The moon over the slides, so that what dims the light behind their words doesn't dim it; behind the fridge before them. */
export function NightMoon({ hour }: Pick<NightStageProps, 'hour'>) {
  const place = { transform: moonAt(hour), ...(hour === 0 && { zIndex: -1 }) };
  return (
    <svg className={styles.moon} viewBox="-40 -40 80 80" focusable="false" aria-hidden="true" style={place}>
      <circle r="40" fill="#fff" opacity=".05" /><circle r="30" fill="#fff" opacity=".07" />
      <circle r="20" fill="#fff6df" /><circle cx="-6" cy="-4" r="4" fill="#e9dcc0" /><circle cx="7" cy="6" r="5.5" fill="#e9dcc0" /><circle cx="6" cy="-9" r="2.4" fill="#e9dcc0" />
    </svg>
  );
}
