import { bandOf, type FavoriteTime, latestBands } from '@fridge/shared-contracts/activities/report';
import { Fridge } from '@fridge/shared-ui/internal';
import { Drawing, Layer, type Motion } from './layer.tsx';
import night from '../theme/night.module.css';
import styles from './scene.module.css';

/** Of the fridge's drawing: the ribbon lies on it. */
const FRIDGE_BOX = '-8 0 264 330';

/** The day the fridge moved in. */
export function MeetingScene() {
  return (
    <>
      <div className={`${night.fridge} ${styles.meeting}`}>
        <Fridge mood="proud" />
        <Layer motion="fade" delay={500} viewBox={FRIDGE_BOX} drawing="ribbon" />
        <Layer motion="pop" delay={760} viewBox={FRIDGE_BOX} drawing="bow" />
      </div>
      <Layer motion="rise" delay={180} drawing="moving-box" />
    </>
  );
}

/** A layer's drawing, its entrance, and that one's delay and duration. */
type Part = readonly [drawing: string, motion: Motion, delay?: number, duration?: number];

type Still = 'temp' | 'close1' | 'close2' | 'close3' | 'thanks';

/** The same for every fridge; from back to front. */
const stills: Record<Still, readonly Part[]> = {
  temp: [
    ['puddle', 'fade', 500],
    ['lolly', 'rise'],
    ['drops', 'drop', 900],
    ['frost', 'sway'],
  ],
  close1: [
    ['city-houses', 'rise'],
    ['city-windows-far', 'fade', 520, 1000],
    ['city-windows-near', 'fade', 940, 1000],
  ],
  close2: [
    ['open-fridge', 'rise'],
    ['shelf-top', 'pop', 300],
    ['shelf-middle-and-low', 'pop', 440],
    ['heart', 'sway'],
  ],
  // 192 suggestions; the 52 carried out glow.
  close3: [
    ['notes', 'rise'],
    ['notes-done', 'fade', 800, 1400],
  ],
  thanks: [
    ['lanterns-far', 'sway'],
    ['lanterns-middle', 'sway', 260],
    ['lanterns-near', 'sway', 520],
  ],
};

export function StillScene({ of }: { of: Still }) {
  return stills[of].map(([drawing, motion, delay, duration]) => (
    <Layer key={drawing} drawing={drawing} motion={motion} delay={delay} duration={duration} />
  ));
}

const COLUMNS = 6;
const ROWS = 9;
/** Includes the aerials above 0. */
const HOUSE_BOX = '0 -20 390 360';

/** A block of flats. @param lit share of the windows, 0 to 1 */
export function HouseScene({ lit }: { lit: number }) {
  const shining = litWindows(COLUMNS * ROWS, lit);
  const half = Math.ceil(shining.length / 2);
  return (
    <>
      <Layer motion="rise" viewBox={HOUSE_BOX} drawing="house" />
      {[shining.slice(0, half), shining.slice(half)].map((windows, wave) => (
        <Layer key={windows[0] ?? `dark-${wave}`} viewBox={HOUSE_BOX} motion="fade" delay={500 + wave * 600}>
          {windows.map((at) => (
            <path key={at} d={windowPath([at], 'h22v20h-22Z')} fill="var(--gold)" opacity={strengthOf(at)} />
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

/** One of five. */
const strengthOf = (at: number): number => 0.62 + 0.095 * ((at * 7) % 5);

const windowPath = (windows: readonly number[], strokes: string): string =>
  windows.map((at) => `M${cornerOf(at)}${strokes}`).join('');

/** @param minute since midnight */
function AlarmClock({ place, minute }: { place: string; minute: number }) {
  return (
    <g transform={place}>
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
      <Fridge mood="ajar" className={`${night.fridge} ${styles.late}`} />
      <Layer motion="rise">
        <AlarmClock place="translate(62 340) scale(.86)" minute={minute} />
        <Drawing name={band === null ? 'fruit-bowl' : meals[band]} x={198} y={340} />
      </Layer>
      {band === 'night' && <Layer motion="fade" delay={420} drawing="cat" />}
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
        <AlarmClock place="translate(90 340)" minute={minute} />
      </Layer>
      <Layer motion="rise" delay={400}>
        <Drawing name="toaster" x={242} y={340} />
        <Drawing name="milk-bottle" x={344} y={340} />
      </Layer>
    </>
  );
}

/** What stands at the window (copy deck 6.9). */
const things: Record<FavoriteTime, string> = {
  0: 'milk-bottle',
  1: 'toaster',
  2: 'fruit-bowl',
  3: 'noodle-bowl',
  4: 'iced-drink',
  5: 'cooking-pot',
  6: 'noodle-bowl',
  unknown: 'fruit-bowl',
};

export function FavoriteScene({ time }: { time: FavoriteTime }) {
  const isNight = time === 6 || time === 'unknown';
  return (
    <>
      <Layer motion="fade" drawing={`sky-${time}`} />
      <Layer motion="rise" delay={240} duration={1400} drawing={isNight ? 'window-moon' : `sun-${time}`} />
      <Layer motion="fade" drawing={isNight ? 'window-by-night' : 'window-by-day'} />
      <Layer motion="rise" delay={400}>
        <Drawing name={things[time]} x={118} y={340} />
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
