import { bandOf, type FavoriteTime, latestBands } from '@fridge/shared-contracts/activities/report';
import { Fridge } from '@fridge/shared-ui/internal';
import { useId } from 'react';
import { Drawing, Layer } from './layer.tsx';
import styles from './scene.module.css';

/** Of the fridge's drawing: the ribbon lies on it. */
const FRIDGE_BOX = '-8 0 264 330';

/** The day the fridge moved in. */
export function MeetingScene() {
  return (
    <>
      <div className={styles.meeting}>
        <Fridge mood="proud" />
        <Layer motion="fade" delay={500} viewBox={FRIDGE_BOX} drawing="ribbon" />
        <Layer motion="pop" delay={760} viewBox={FRIDGE_BOX} drawing="bow" />
      </div>
      <Layer motion="rise" delay={180} drawing="moving-box">
        <Drawing name="plant" x={166} y={340} />
      </Layer>
    </>
  );
}

/** @param over the temperature is above what is stated exactly */
export function TemperatureScene({ over }: { over: boolean }) {
  return (
    <>
      <Layer motion="fade" delay={500} drawing="puddle" />
      <Layer motion="rise" drawing="lolly">
        {over && <path d="M293 200V84a9 9 0 0 1 18 0v116Z" fill="var(--coral)" />}
      </Layer>
      <Layer motion="drop" delay={900} drawing="drops" />
      <Layer motion="sway" drawing="frost" />
    </>
  );
}

const COLUMNS = 6;
const ROWS = 9;
/** Includes the aerials above 0. */
const HOUSE_BOX = '0 -20 390 360';
const WAVES = 2;
const STRENGTHS = 5;

/** A block of flats. @param lit share of the windows, 0 to 1 */
export function HouseScene({ lit }: { lit: number }) {
  const shining = litWindows(COLUMNS * ROWS, lit);
  const half = Math.ceil(shining.length / WAVES);
  return (
    <>
      <Layer motion="rise" viewBox={HOUSE_BOX} drawing="house" />
      {[shining.slice(0, half), shining.slice(half)].map((windows, wave) => (
        <Layer key={windows[0] ?? `dark-${wave}`} viewBox={HOUSE_BOX} motion="fade" delay={500 + wave * 600}>
          {Array.from({ length: STRENGTHS }, (_, strength) => (
            <path
              key={strength}
              d={windowPath(
                windows.filter((at) => (at * 7) % STRENGTHS === strength),
                'h22v20h-22Z',
              )}
              fill="var(--gold)"
              opacity={0.62 + (0.38 * strength) / (STRENGTHS - 1)}
            />
          ))}
          <path d={windowPath(windows, 'm11 0v20')} stroke="var(--far)" strokeOpacity=".5" strokeWidth="2" />
        </Layer>
      ))}
      {/* Dark, before lit windows only. */}
      <Layer viewBox={HOUSE_BOX} drawing="guests" />
    </>
  );
}

const cornerOf = (at: number): string => `${94 + (at % COLUMNS) * 36} ${32 + Math.floor(at / COLUMNS) * 30}`;

const windowPath = (windows: readonly number[], strokes: string): string =>
  windows.map((at) => `M${cornerOf(at)}${strokes}`).join('');

/** Repeated, for scenes wider than the drawing. */
const streets = (name: string) => [-390, 0, 390].map((x) => <Drawing key={x} name={name} x={x} />);

export function CityScene() {
  return (
    <>
      <Layer motion="rise">{streets('city-houses')}</Layer>
      <Layer motion="fade" delay={520} duration={1000}>
        {streets('city-windows-far')}
      </Layer>
      <Layer motion="fade" delay={940} duration={1000}>
        {streets('city-windows-near')}
      </Layer>
    </>
  );
}

export function ShelvesScene() {
  return (
    <>
      <Layer motion="rise" drawing="open-fridge" />
      <Layer motion="pop" delay={300} drawing="shelf-top" />
      <Layer motion="pop" delay={440} drawing="shelf-middle-and-low" />
      <Layer motion="sway" drawing="heart" />
    </>
  );
}

/** 192 suggestions; the 52 carried out glow. */
export function NotesScene() {
  return (
    <>
      <Layer motion="rise" drawing="notes" />
      <Layer motion="fade" delay={800} duration={1400} drawing="notes-done" />
    </>
  );
}

/** [x, y, size], in three groups that move apart. */
const LANTERNS = [
  [
    [210, 76, 0.45],
    [300, 70, 0.5],
    [160, 40, 0.36],
    [262, 30, 0.34],
  ],
  [
    [128, 170, 0.8],
    [254, 150, 0.7],
    [92, 90, 0.5],
    [350, 130, 0.6],
    [30, 150, 0.6],
  ],
  [
    [62, 250, 1.1],
    [196, 262, 1.3],
    [318, 226, 1],
  ],
] as const;

export function LanternScene() {
  return LANTERNS.map((group, at) => (
    <Layer key={group[0][0]} motion="sway" delay={at * 260}>
      {group.map(([x, y, size]) => (
        <Drawing key={x} name="lantern" x={x} y={y} size={size} />
      ))}
    </Layer>
  ));
}

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

/** The earliest or latest opening: night, evening or morning by its time. @param minute since midnight */
export function ClockScene({ of, minute }: { of: 'earliest' | 'latest'; minute: number }) {
  const band = bandOf(latestBands, minute);
  if (of === 'earliest' && band !== 'night') return <MorningScene minute={minute} />;
  return (
    <>
      <div className={styles.late}>
        <Fridge mood="ajar" />
      </div>
      <Layer motion="rise">
        <AlarmClock x={62} size={0.86} minute={minute} />
        <Drawing name={band === null ? 'fruit-bowl' : meals[band]} x={198} y={340} />
      </Layer>
      {band === 'night' && (
        <Layer motion="fade" delay={420}>
          <Drawing name="cat" x={318} y={342} size={0.72} />
        </Layer>
      )}
    </>
  );
}

const meals = { evening: 'cooking-pot', night: 'noodle-bowl' } as const;

function MorningScene({ minute }: { minute: number }) {
  return (
    <>
      <div className={styles.horizon}>
        <Layer motion="fade" drawing="sunrise-glow" />
        <Layer motion="rise" delay={160} duration={1400} drawing="sun" />
      </div>
      <Layer motion="rise" delay={260}>
        <AlarmClock x={90} minute={minute} />
      </Layer>
      <Layer motion="rise" delay={400}>
        <Drawing name="toaster" x={242} y={340} />
        <Drawing name="milk-bottle" x={344} y={340} />
      </Layer>
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
  const {
    sky: [top, low],
    sun,
    drawing,
  } = views[time];
  return (
    <>
      <Layer motion="fade">
        <linearGradient id={id} x1="0" x2="0" y1="0" y2="1">
          <stop stopColor={top} />
          <stop offset="1" stopColor={low} />
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

/**
 * In the order of lighting, by a fixed hash: a larger share only adds windows.
 * @param share 0 to 1; any above 0 lights at least one
 */
export function litWindows(count: number, share: number): number[] {
  const order = Array.from({ length: count }, (_, at) => at).sort((one, other) => scatter(one) - scatter(other));
  return order.slice(0, Math.ceil(count * share));
}

const scatter = (at: number): number => (Math.imul(at + 1, 2654435761) >>> 0) % 9973;
