import { useEffect, useId, useRef } from 'react';
import { fill } from '@fridge/shared-contracts';
import { joinClasses } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { type DrawState, isTurning } from '../draw/draw-machine.ts';
import { segments } from './segments.ts';
import { WheelDisc } from './wheel-disc.tsx';
import { type HubMood, WheelHub } from './wheel-hub.tsx';
import { createWheelMotion, type WheelMotion } from './wheel-motion.ts';
import { WheelRim } from './wheel-rim.tsx';
import styles from './wheel.module.css';

interface WheelProps {
  state: DrawState;
  /** Once per draw, when the wheel shows its result (spec section 4). */
  onSuccess: () => void;
  /** Once per failed draw, when the wheel is back at rest. */
  onReturned: () => void;
}

const picture = fill(copy['draw.wheel.aria'], { items: segments.map(({ label }) => label).join('、') });
const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

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
    if (state.phase === 'spinning') wheel.spin();
    else if (state.phase === 'landing') {
      const { angle } = state.outcome;
      void (state.from === 'spin' ? wheel.land(angle) : wheel.jump(angle)).then(() => events.current.onSuccess());
    } else if (state.phase === 'returning') {
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
        <path d="M9 4h38a7 7 0 0 1 6.6 9.4L28 74 2.4 13.4A7 7 0 0 1 9 4Z" fill={`url(#${id}gold)`} stroke="#5a0613" strokeWidth="2.4" strokeLinejoin="round" />
        <path d="M13 11h30a3 3 0 0 1 2.8 4.1L28 55 10.2 15.1A3 3 0 0 1 13 11Z" fill="#b80f2a" stroke="#5a0613" strokeWidth="1.4" />
        <path d="m15 14 6.5 14.5M19 14h8" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" fill="none" opacity=".5" />
        <circle cx="28" cy="22" r="5" fill="#f6c667" stroke="#5a0613" strokeWidth="1.4" />
      </svg>
    </div>
  );
}

function isWon(state: DrawState): boolean {
  return state.phase === 'result' && state.outcome.kind !== 'none';
}

function moodOf(state: DrawState): HubMood {
  if (isTurning(state)) return 'turning';
  if (state.phase === 'result') return state.outcome.kind === 'none' ? 'sorry' : 'glad';
  return 'calm';
}
