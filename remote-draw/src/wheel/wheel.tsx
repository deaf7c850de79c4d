import { useEffect, useId, useRef } from 'react';
import { fill } from '@fridge/shared-contracts/copy';
import { joinClasses } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { type DrawState, isTurning } from '../draw/draw-machine.ts';
import { segments } from './segments.ts';
import { WheelDisc } from './wheel-disc.tsx';
import { type HubMood, WheelHub } from './wheel-hub.tsx';
import { createWheelMotion, type WheelMotion } from './wheel-motion.ts';
import { WheelRim } from './wheel-rim.tsx';
import styles from './wheel.module.css';

export interface WheelProps {
  state: DrawState;
  /** The success event: once for each draw, when the wheel shows its result (spec section 4). */
  onSuccess: () => void;
  /** Once for each failed draw, when the wheel is back in its resting place. */
  onReturned: () => void;
}

const picture = fill(copy['draw.wheel.aria'], { items: segments.map(({ label }) => label).join('、') });
const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The fridge's round window. It follows the draw's state and reports when it has come to rest. */
export function Wheel({ state, onSuccess, onReturned }: WheelProps) {
  const id = useId();
  const disc = useRef<HTMLDivElement>(null);
  const motion = useRef<WheelMotion>(undefined);
  const events = useRef({ onSuccess, onReturned });
  useEffect(() => {
    events.current = { onSuccess, onReturned };
  });

  useEffect(() => {
    if (!disc.current) return undefined;
    const created = createWheelMotion(disc.current, prefersStillness);
    motion.current = created;
    return () => created.dispose();
  }, []);

  useEffect(() => {
    const wheel = motion.current;
    if (!wheel) return;
    if (state.at === 'spinning') wheel.spin();
    else if (state.at === 'landing') {
      const { angle } = state.outcome;
      void (state.from === 'spin' ? wheel.land(angle) : wheel.place(angle)).then(() => events.current.onSuccess());
    } else if (state.at === 'returning') {
      void (state.from === 'spin' ? wheel.rest() : Promise.resolve()).then(() => events.current.onReturned());
    }
  }, [state]);

  return (
    <div className={joinClasses(styles.window, isTurning(state) && styles.turning, isWon(state) && styles.won)}>
      <div className={styles.glass}>
        <div ref={disc} className={styles.disc} data-testid="wheel-disc"><WheelDisc label={picture} /></div>
      </div>
      <WheelRim idBase={id} />
      <WheelHub mood={moodOf(state)} idBase={id} />
      <svg className={styles.pointer} data-testid="wheel-pointer" viewBox="0 0 56 74" aria-hidden="true" focusable="false">
        <path d="M28 74 9.5 33a21 21 0 1 1 37 0Z" fill={`url(#${id}gold)`} stroke="#5a0613" strokeWidth="2.5" strokeLinejoin="round" />
        <circle cx="28" cy="24" r="12.5" fill="#b80f2a" stroke="#5a0613" strokeWidth="2" />
        <path d="M20 21a8.5 8.5 0 0 1 7-5.5" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" fill="none" opacity=".6" />
      </svg>
    </div>
  );
}

function isWon(state: DrawState): boolean {
  return state.at === 'result' && state.outcome.kind !== 'none';
}

function moodOf(state: DrawState): HubMood {
  if (isTurning(state)) return 'turning';
  if (state.at === 'result') return state.outcome.kind === 'none' ? 'sorry' : 'glad';
  return 'calm';
}
