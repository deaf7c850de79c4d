import type { FavoriteTime, LatestBand } from '@fridge/shared-contracts/activities/report';
import { Fridge } from '@fridge/shared-ui';
import { type ReactNode, useId } from 'react';
import { Layer } from './layer.tsx';
import places from './places.module.css';
import { AlarmClock, Cat, CookingPot, FruitBowl, IcedDrink, MilkBottle, NoodleBowl, Plant, Toaster } from './things.tsx';

/** The earliest opening: the sun behind the worktop, and a clock that shows the very minute. */
export function MorningScene({ minute }: { minute: number }) {
  const id = useId();
  return (
    <>
      <div className={places.horizon}>
        <Layer motion="fade">
          <radialGradient id={id} cx="200" cy="330" r="330" gradientUnits="userSpaceOnUse">
            <stop stopColor="#ffd08a" stopOpacity=".95" /><stop offset=".42" stopColor="#ff8f6b" stopOpacity=".6" /><stop offset="1" stopColor="#ff8f6b" stopOpacity="0" />
          </radialGradient>
          <circle cx="200" cy="330" r="330" fill={`url(#${id})`} />
        </Layer>
        <Layer motion="rise" delay={160} lasts={1400}>
          <circle cx="200" cy="300" r="146" fill="#ffd58a" opacity=".5" /><circle cx="200" cy="300" r="124" fill="#ffe3a6" /><circle cx="200" cy="300" r="104" fill="#fff3d2" />
          <path d="M200 128V92M113 152 95 121M287 152l18-31M49 216l-31-18M351 216l31-18" stroke="#ffe3a6" strokeWidth="7" />
        </Layer>
      </div>
      <Layer motion="rise" delay={260}><AlarmClock x={90} minute={minute} /></Layer>
      <Layer motion="rise" delay={400}><Toaster x={242} /><MilkBottle x={344} /></Layer>
    </>
  );
}

/** The latest opening: the fridge's light over something warm, the cat asleep, and the clock. */
export function LateScene({ minute, band }: { minute: number; band: LatestBand | null }) {
  return (
    <>
      <div className={places.late}><Fridge mood="ajar" /></div>
      <Layer motion="rise">
        <g transform="translate(62 340) scale(.86)"><AlarmClock x={0} y={0} minute={minute} /></g>
        {band === 'evening' ? <CookingPot x={200} /> : band === 'night' ? <NoodleBowl x={196} /> : <FruitBowl x={198} />}
      </Layer>
      {band === 'night' && <Layer motion="fade" delay={420}><g transform="translate(318 342) scale(.72)"><Cat x={0} y={0} /></g></Layer>}
    </>
  );
}

type Hour = { sky: readonly [top: string, low: string]; sun: readonly [x: number, y: number] | null; thing: (x: number) => ReactNode };

/** What the window shows at each favourite time (copy deck 6.9). */
const hours: Record<FavoriteTime, Hour> = {
  0: { sky: ['#5a4aa0', '#ffb38a'], sun: [128, 208], thing: (x) => <MilkBottle x={x} /> },
  1: { sky: ['#7fb4e8', '#ffe2b0'], sun: [120, 150], thing: (x) => <Toaster x={x} /> },
  2: { sky: ['#5aa7ea', '#cfeaf7'], sun: [150, 96], thing: (x) => <FruitBowl x={x} /> },
  3: { sky: ['#3f97e6', '#bfe6fb'], sun: [195, 70], thing: (x) => <NoodleBowl x={x} /> },
  4: { sky: ['#58a3df', '#ffe7b5'], sun: [246, 104], thing: (x) => <IcedDrink x={x} /> },
  5: { sky: ['#5b3b91', '#ff8a5f'], sun: [268, 202], thing: (x) => <CookingPot x={x} /> },
  6: { sky: ['#0a0e33', '#2b2470'], sun: null, thing: (x) => <NoodleBowl x={x} /> },
  unknown: { sky: ['#2b2470', '#ff9d7a'], sun: null, thing: (x) => <FruitBowl x={x} /> },
};

/** The window at the hour one meets most, and what is on the sill then. */
export function FavoriteScene({ time }: { time: FavoriteTime }) {
  const id = useId();
  const { sky: [top, low], sun, thing } = hours[time];
  const dark = time === 6 || time === 'unknown';
  return (
    <>
      <Layer motion="fade">
        <linearGradient id={id} x1="0" x2="0" y1="0" y2="1"><stop stopColor={top} /><stop offset="1" stopColor={low} /></linearGradient>
        <path d="M64 330V120a131 124 0 0 1 262 0v210Z" fill="var(--mid)" /><path d="M76 316V120a119 112 0 0 1 238 0v196Z" fill={`url(#${id})`} />
      </Layer>
      <Layer motion="rise" delay={240} lasts={1400}>
        {sun ? (
          <><circle cx={sun[0]} cy={sun[1]} r="54" fill="#fff6d6" opacity=".25" /><circle cx={sun[0]} cy={sun[1]} r="38" fill="#fff2c4" /></>
        ) : (
          <path d="M245 60a34 34 0 1 0 27 46 30 30 0 0 1-27-46ZM120 90v.01M150 130v.01M186 54v.01M110 150v.01M284 150v.01" fill="#fff3d0" stroke="#fff3d0" strokeWidth="4" />
        )}
      </Layer>
      <Layer motion="fade">
        <clipPath id={`${id}c`}><path d="M76 316V120a119 112 0 0 1 238 0v196Z" /></clipPath>
        <path clipPath={`url(#${id}c)`} d="M60 316v-40q30-34 64-8 24-52 74-20 40-30 66 10 30-22 62 14v44Z" fill="var(--near)" opacity={dark ? 0.8 : 0.3} />
        <path d="M84 96q30-18 52 0 20-10 30 6H78ZM226 152q22-14 40 0 16-8 24 6h-68Z" fill="#fff" opacity={dark ? 0.1 : 0.55} />
        <path d="M195 6v310M76 168h238" stroke="var(--mid)" strokeWidth="9" /><path d="M48 316h294v14H48Z" fill="var(--counter-edge)" />
      </Layer>
      <Layer motion="rise" delay={400}>{thing(118)}<Plant x={318} /></Layer>
    </>
  );
}
