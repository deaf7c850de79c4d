import { Layer } from './layer.tsx';
import { litWindows } from './lit-windows.ts';

const COLUMNS = 6;
const ROWS = 9;
/** Who is seen in some windows: a plant, someone at the fridge, a cat, a lamp. */
const guests: Readonly<Record<number, string>> = {
  14: 'M9 31v-7M9 24q-6-1-6-8 6 0 6 8Zm0-2q0-8 6-10 1 8-6 10ZM5 31h8',
  27: 'M4 33v-12a5 5 0 0 1 10 0v12M9 13a3.4 3.4 0 1 0 0-.1M17 33V12h8v21M17 20h8',
  39: 'M6 33v-6q0-5 7-5h5l1-5 3 3h3l2-3v9q0 5-5 7Z',
  46: 'M14 12v-6M7 20l3-8h8l3 8Z',
};

/** Higher than the others': the roof's aerials end below the words. */
const VIEW = '0 -20 390 360';

/** The windows light up in so many waves. */
const WAVES = 2;
/** And shine in so many strengths. */
const STRENGTHS = 5;

/** Every lit window a time the door was opened: the more, the more of the house is awake. */
export function HouseScene({ lit }: { lit: number }) {
  const shining = litWindows(COLUMNS * ROWS, lit);
  const waves = Array.from({ length: WAVES }, (_, wave) => shining.filter((_window, order) => Math.floor((order / shining.length) * WAVES) === wave));
  return (
    <>
      <Layer motion="rise" viewBox={VIEW}>
        <path d="M14 340V196h62v144Z" fill="var(--near)" /><path d="M26 214h10v12H26ZM50 214h10v12H50ZM50 244h10v12H50ZM26 274h10v12H26Z" fill="var(--gold)" opacity=".35" />
        <path d="M316 340V150l34-20 34 20v190Z" fill="var(--near)" /><path d="M332 176h10v12h-10ZM356 206h10v12h-10ZM332 236h10v12h-10ZM356 266h10v12h-10Z" fill="var(--gold)" opacity=".35" />
        <path d="M204 12V-14M196-8h16M120 12V0h30v12" stroke="var(--lilac)" strokeWidth="4" />
        <path d="M74 340V18q0-8 8-8h226q8 0 8 8v322Z" fill="var(--far)" /><path d="M74 340V18q0-8 8-8h20v330Z" fill="var(--near)" opacity=".6" /><path d="M66 10h258v10H66Z" fill="var(--mid)" />
        <path d="M178 340v-34h34v34Z" fill="var(--near)" /><path d="M184 340v-28h22v28Z" fill="var(--gold)" opacity=".7" />
        <path d={pathOf(Array.from({ length: COLUMNS * ROWS }, (_, at) => at), 'h22v20h-22Z')} fill="var(--shade)" opacity=".75" />
      </Layer>
      {waves.map((windows, wave) => (
        <Layer key={windows[0] ?? `dark-${wave}`} viewBox={VIEW} motion="fade" delay={500 + wave * 600}>
          {Array.from({ length: STRENGTHS }, (_, strength) => (
            <path key={strength} d={pathOf(windows.filter((at) => strengthOf(at) === strength), 'h22v20h-22Z')} fill="var(--gold)" opacity={0.62 + (0.38 * strength) / (STRENGTHS - 1)} />
          ))}
          <path d={pathOf(windows.filter((at) => !guests[at]), 'm11 0v20')} stroke="var(--far)" strokeOpacity=".5" strokeWidth="2" />
          {windows.map((at) => guests[at] && <path key={at} d={guests[at]} transform={`translate(${corner(at).slice(1)}) scale(.62) translate(3 -2)`} stroke="var(--near)" strokeWidth="3" />)}
        </Layer>
      ))}
    </>
  );
}

/** Where a window begins, as the start of a path. */
const corner = (at: number): string => `M${94 + (at % COLUMNS) * 36} ${32 + Math.floor(at / COLUMNS) * 30}`;

/** One path for many windows: the same strokes from each one's corner. */
const pathOf = (windows: readonly number[], strokes: string): string => windows.map((at) => corner(at) + strokes).join('');

const strengthOf = (at: number): number => (at * 7) % STRENGTHS;
