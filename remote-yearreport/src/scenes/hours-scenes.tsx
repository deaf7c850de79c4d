import type { FavoriteTime } from '@fridge/shared-contracts/activities/report';
import { Fridge } from '@fridge/shared-ui';
import { type ReactNode, useId } from 'react';
import places from './places.module.css';
import styles from './scene.module.css';
import { AlarmClock, Cat, CookingPot, FruitBowl, IcedDrink, MilkBottle, NoodleBowl, Plant, Toaster } from './things.tsx';

/** The earliest opening: the sun behind the worktop, and a clock that shows the very minute. */
export function MorningScene({ minute }: { minute: number }) {
  const id = useId();
  return (
    <svg className={styles.scene} viewBox="0 0 390 340" preserveAspectRatio="xMidYMax meet" focusable="false">
      <defs>
        <radialGradient id={id} cx="200" cy="330" r="330" gradientUnits="userSpaceOnUse">
          <stop stopColor="#ffd08a" stopOpacity=".95" /><stop offset=".42" stopColor="#ff8f6b" stopOpacity=".6" /><stop offset="1" stopColor="#ff8f6b" stopOpacity="0" />
        </radialGradient>
        <clipPath id={`${id}c`}><path d="M-40-90h470v430H-40Z" /></clipPath>
      </defs>
      <g clipPath={`url(#${id}c)`}>
        <circle className={styles.fade} cx="200" cy="330" r="330" fill={`url(#${id})`} />
        <g className={styles.rise} style={{ animationDelay: '160ms', animationDuration: '1400ms' }}>
          <circle cx="200" cy="300" r="146" fill="#ffd58a" opacity=".5" /><circle cx="200" cy="300" r="124" fill="#ffe3a6" /><circle cx="200" cy="300" r="104" fill="#fff3d2" />
          <path d="M200 128V92M113 152 95 121M287 152l18-31M49 216l-31-18M351 216l31-18" stroke="#ffe3a6" strokeWidth="7" />
        </g>
      </g>
      <g className={styles.rise} style={{ animationDelay: '260ms' }}><AlarmClock x={90} minute={minute} /></g>
      <g className={styles.rise} style={{ animationDelay: '360ms' }}><Toaster x={242} /></g>
      <g className={styles.rise} style={{ animationDelay: '460ms' }}><MilkBottle x={344} /></g>
    </svg>
  );
}

/** The latest opening: the fridge's light over something warm, the cat asleep, and the clock. */
export function LateScene({ minute, band }: { minute: number; band: 'night' | 'evening' | null }) {
  return (
    <>
      <div className={places.late}><Fridge mood="ajar" className={styles.fade} /></div>
      <svg className={styles.scene} viewBox="0 0 390 340" preserveAspectRatio="xMidYMax meet" focusable="false">
        <g className={styles.rise}><g transform="translate(62 340) scale(.86)"><AlarmClock x={0} y={0} minute={minute} /></g></g>
        <g className={styles.rise} style={{ animationDelay: '140ms' }}>{band === 'evening' ? <CookingPot x={200} /> : band === 'night' ? <NoodleBowl x={196} /> : <FruitBowl x={198} />}</g>
        {band === 'night' && <g className={styles.fade} style={{ animationDelay: '420ms' }}><g transform="translate(318 342) scale(.72)"><Cat x={0} y={0} /></g></g>}
      </svg>
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
  return (
    <svg className={styles.scene} viewBox="0 0 390 340" preserveAspectRatio="xMidYMax meet" focusable="false">
      <defs>
        <linearGradient id={id} x1="0" x2="0" y1="0" y2="1"><stop stopColor={top} /><stop offset="1" stopColor={low} /></linearGradient>
        <clipPath id={`${id}c`}><path d="M76 316V120a119 112 0 0 1 238 0v196Z" /></clipPath>
      </defs>
      <g className={styles.fade}>
        <path d="M64 330V120a131 124 0 0 1 262 0v210Z" fill="var(--mid)" />
        <g clipPath={`url(#${id}c)`}>
          <path d="M70 0h250v330H70Z" fill={`url(#${id})`} />
          {sun ? (
            <g className={styles.rise} style={{ animationDelay: '240ms', animationDuration: '1400ms' }}>
              <circle cx={sun[0]} cy={sun[1]} r="62" fill="#fff6d6" opacity=".25" /><circle cx={sun[0]} cy={sun[1]} r="40" fill="#fff2c4" />
            </g>
          ) : (
            <g className={styles.rise} style={{ animationDelay: '240ms', animationDuration: '1400ms' }}>
              <circle cx="238" cy="92" r="34" fill="#fff3d0" /><circle cx="252" cy="82" r="30" fill={top} />
              <path d="M120 70v.01M150 120v.01M186 54v.01M110 150v.01M270 150v.01" stroke="#fff" strokeWidth="5" />
            </g>
          )}
          <path d="M60 316v-40q30-34 64-8 24-52 74-20 40-30 66 10 30-22 62 14v44Z" fill="var(--near)" opacity={time === 6 || time === 'unknown' ? 0.8 : 0.3} />
          <path d="M84 96q30-18 52 0 20-10 30 6H78ZM226 152q22-14 40 0 16-8 24 6h-68Z" fill="#fff" opacity={sun ? 0.55 : 0.1} />
        </g>
        <path d="M195 6v310M76 168h238" stroke="var(--mid)" strokeWidth="9" /><path d="M48 316h294v14H48Z" fill="var(--counter-edge)" />
      </g>
      <g className={styles.rise} style={{ animationDelay: '380ms' }}>{thing(118)}</g>
      <g className={styles.rise} style={{ animationDelay: '500ms' }}><Plant x={318} /></g>
    </svg>
  );
}
