import { useId } from 'react';
import { joinClasses } from '../join-classes.ts';
import { AjarDoor } from './ajar-door.tsx';
import { FridgeCabinet, UpperDoor } from './fridge-cabinet.tsx';
import { FridgeFace } from './fridge-face.tsx';
import { type FridgeMood, FridgeSurroundings } from './fridge-surroundings.tsx';
import styles from './fridge.module.css';

interface FridgeProps {
  mood?: FridgeMood;
  className?: string | undefined;
  /** Decorative and hidden without one. */
  label?: string | undefined;
}

/**
 * The product's figure (look, "One idea") in the skin's `--fridge-*` colours. Size it by `width` or `height`; the ratio
 * is 4:5.
 */
export function Fridge({ mood = 'smile', className, label }: FridgeProps) {
  const id = useId();
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg {...naming} className={joinClasses(styles.fridge, styles[mood], className)} viewBox="-8 0 264 330" fill="none" strokeLinecap="round" strokeLinejoin="round" focusable="false">
      <defs>
        <linearGradient id={`${id}body`} x1="56" x2="178" y1="0" y2="0" gradientUnits="userSpaceOnUse">
          <stop stopColor="var(--body)" />
          <stop offset=".62" stopColor="var(--body)" />
          <stop offset="1" stopColor="var(--shade)" />
        </linearGradient>
        <radialGradient id={`${id}floor`}>
          <stop stopColor="#000" stopOpacity=".26" />
          <stop offset="1" stopColor="#000" stopOpacity="0" />
        </radialGradient>
      </defs>
      <ellipse cx="126" cy="308" rx="92" ry="10" fill={`url(#${id}floor)`} />
      <g className={styles.figure}>
        <FridgeCabinet paint={`url(#${id}body)`} />
        {mood === 'ajar' ? <AjarDoor id={id} /> : <UpperDoor paint={`url(#${id}body)`}><FridgeFace mood={mood} /></UpperDoor>}
      </g>
      <FridgeSurroundings mood={mood} />
    </svg>
  );
}
