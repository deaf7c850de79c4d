import type { FavoriteTime, LatestBand } from '@fridge/shared-contracts/activities/report';
import { Fridge } from '@fridge/shared-ui';
import { useId } from 'react';
import { Drawing, Layer } from './layer.tsx';
import styles from './scene.module.css';

/** @param minute since midnight */
function AlarmClock({ x, size, minute }: { x: number; size?: number; minute: number }) {
  return (
    <g transform={`translate(${x} 340) scale(${size ?? 1})`}>
      <Drawing name="alarm-clock" />
      <path d="M0-66v-24" stroke="var(--paper-ink)" strokeWidth="6" transform={`rotate(${minute / 2} 0 -66)`} />
      <path d="M0-66v-36" stroke="var(--paper-ink)" strokeWidth="4" transform={`rotate(${(minute % 60) * 6} 0 -66)`} />
      <circle cy="-66" r="5" fill="var(--coral)" />
    </g>
  );
}

/** The earliest opening. @param minute since midnight */
export function MorningScene({ minute }: { minute: number }) {
  return (
    <>
      <div className={styles.horizon}>
        <Layer motion="fade" drawing="sunrise-glow" />
        <Layer motion="rise" delay={160} duration={1400} drawing="sun" />
      </div>
      <Layer motion="rise" delay={260}><AlarmClock x={90} minute={minute} /></Layer>
      <Layer motion="rise" delay={400}>
        <Drawing name="toaster" x={242} y={340} />
        <Drawing name="milk-bottle" x={344} y={340} />
      </Layer>
    </>
  );
}

/** The latest opening, with a meal by the time of day. */
export function LateScene({ minute, band }: { minute: number; band: LatestBand | null }) {
  return (
    <>
      <div className={styles.late}><Fridge mood="ajar" /></div>
      <Layer motion="rise">
        <AlarmClock x={62} size={0.86} minute={minute} />
        {band === 'evening' && <Drawing name="cooking-pot" x={200} y={340} />}
        {band === 'night' && <Drawing name="noodle-bowl" x={196} y={340} />}
        {band === null && <Drawing name="fruit-bowl" x={198} y={340} />}
      </Layer>
      {band === 'night' && <Layer motion="fade" delay={420}><Drawing name="cat" x={318} y={342} size={0.72} /></Layer>}
    </>
  );
}

type View = {
  sky: readonly [top: string, low: string];
  /** `null`: the moon shines. */
  sun: readonly [x: number, y: number] | null;
  drawing: string;
};

/** Copy deck 6.9. */
const views: Record<FavoriteTime, View> = {
  0: { sky: ['#5a4aa0', '#ffb38a'], sun: [128, 208], drawing: 'milk-bottle' },
  1: { sky: ['#7fb4e8', '#ffe2b0'], sun: [120, 150], drawing: 'toaster' },
  2: { sky: ['#5aa7ea', '#cfeaf7'], sun: [150, 96], drawing: 'fruit-bowl' },
  3: { sky: ['#3f97e6', '#bfe6fb'], sun: [195, 70], drawing: 'noodle-bowl' },
  4: { sky: ['#58a3df', '#ffe7b5'], sun: [246, 104], drawing: 'iced-drink' },
  5: { sky: ['#5b3b91', '#ff8a5f'], sun: [268, 202], drawing: 'cooking-pot' },
  6: { sky: ['#0a0e33', '#2b2470'], sun: null, drawing: 'noodle-bowl' },
  unknown: { sky: ['#2b2470', '#ff9d7a'], sun: null, drawing: 'fruit-bowl' },
};

export function FavoriteScene({ time }: { time: FavoriteTime }) {
  const id = useId();
  const { sky: [top, low], sun, drawing } = views[time];
  return (
    <>
      <Layer motion="fade">
        <linearGradient id={id} x1="0" x2="0" y1="0" y2="1">
          <stop stopColor={top} /><stop offset="1" stopColor={low} />
        </linearGradient>
        <path d="M64 330V120a131 124 0 0 1 262 0v210Z" fill="var(--mid)" />
        <path d="M76 316V120a119 112 0 0 1 238 0v196Z" fill={`url(#${id})`} />
      </Layer>
      <Layer motion="rise" delay={240} duration={1400}>
        {sun ? <Drawing name="window-sun" x={sun[0]} y={sun[1]} /> : <Drawing name="window-moon" />}
      </Layer>
      <Layer motion="fade" drawing={sun ? 'window-by-day' : 'window-by-night'} />
      <Layer motion="rise" delay={400}>
        <Drawing name={drawing} x={118} y={340} />
        <Drawing name="plant" x={318} y={340} />
      </Layer>
    </>
  );
}
