import { fill } from '@fridge/shared-contracts';
import { joinClasses } from '@fridge/shared-ui';
import { useScreenHost } from '@fridge/shared-ui/internal';
import { useEffect, useEffectEvent, useRef } from 'react';
import { copy } from '../copy.ts';
import { type DrawState, isTurning } from '../draw/draw-machine.ts';
import { Drawing, GiftArt } from '../theme/gift-art.tsx';
import bulbs from './bulbs.svg?raw';
import hub from './hub.svg?raw';
import pointer from './pointer.svg?raw';
import rim from './rim.svg?raw';
import { SEGMENT_DEGREES, segments } from './stop-angle.ts';
import { createWheelMotion, type WheelMotion } from './wheel-motion.ts';
import styles from './wheel.module.css';

const picture = fill(copy['draw.wheel.aria'], { items: segments.map(({ label }) => label).join('、') });

/** @param onStopped once per landing or return, when the wheel shows its result (spec section 4) or is back at rest */
export function Wheel({ state, onStopped }: { state: DrawState; onStopped?: (() => void) | undefined }) {
  const disc = useRef<HTMLDivElement>(null);
  const motion = useRef<WheelMotion>(undefined);
  const stopped = useEffectEvent(() => onStopped?.());
  const mood = moodOf(state);

  useEffect(() => {
    if (disc.current) motion.current = createWheelMotion(disc.current);
  }, []);

  useEffect(() => {
    const wheel = motion.current;
    if (!wheel) return;
    if (state.phase === 'spinning') wheel.spin();
    else if (state.phase === 'landing') void wheel.land(state.drawn.result.angle).then(() => stopped());
    else if (state.phase === 'returning') void wheel.rest().then(() => stopped());
  }, [state]);

  return (
    <div className={joinClasses(styles.window, styles[mood])}>
      <div className={styles.glass}>
        <div ref={disc} className={styles.disc} data-testid="wheel-disc">
          <WheelDisc />
        </div>
      </div>
      <Drawing drawing={rim} className={styles.rim} />
      <Drawing drawing={bulbs} className={styles.bulbs} />
      <WheelHub mood={mood} />
      <Drawing drawing={pointer} className={styles.pointer} data-testid="wheel-pointer" />
    </div>
  );
}

function moodOf(state: DrawState): Mood {
  if (isTurning(state)) return 'turning';
  if (state.phase !== 'result') return 'calm';
  return state.result.won === null ? 'sorry' : 'glad';
}

/** An eighth of the disc, whose radius is 168, and its right edge. The origin is the disc's centre. */
const SLICE = 'M0 0-64.29-155.21A168 168 0 0 1 64.29-155.21Z';
const EDGE = 'M0 0 64.29-155.21';

/**
 * Only the segments' shapes receive hit tests, each with its index. The gifts' drawings, a tenth of the page's bytes,
 * come with the screen.
 */
function WheelDisc() {
  const isLive = useScreenHost() !== null;
  const naming = { role: 'img', 'aria-label': picture };
  return (
    <svg {...naming} viewBox="-168 -168 336 336">
      {segments.map(({ index, level }) => (
        <path
          key={index}
          data-segment={index}
          d={SLICE}
          transform={`rotate(${index * SEGMENT_DEGREES})`}
          className={level === null ? styles.thanks : index % 4 === 0 ? styles.cream : styles.honey}
        />
      ))}
      <g pointerEvents="none">
        {segments.map(({ index, label, level }) => (
          <g key={index} transform={`rotate(${index * SEGMENT_DEGREES})`}>
            <path d={EDGE} className={styles.border} />
            <text y={-127} className={styles.label}>
              {label}
            </text>
            <g data-live="">{isLive && <GiftArt gift={level ?? 'thanks'} x={-29} y={-117} width={58} height={58} />}</g>
          </g>
        ))}
        <circle r={166.5} className={styles.edge} />
      </g>
    </svg>
  );
}

type Mood = 'calm' | 'turning' | 'glad' | 'sorry';

const faces: Readonly<Record<Mood, { eyes: string; mouth: string; open?: true }>> = {
  calm: { eyes: 'M-13-5v.01M13-5v.01', mouth: 'M-10 8q10 8.5 20 0' },
  turning: { eyes: 'M-13-7v5M13-7v5', mouth: 'M-4.5 11a4.5 5.5 0 1 0 9 0a4.5 5.5 0 1 0-9 0Z', open: true },
  glad: { eyes: 'M-19-2q6-9 12 0M7-2q6-9 12 0', mouth: 'M-11 7h22a11 10.5 0 0 1-22 0Z', open: true },
  sorry: { eyes: 'M-13-5v.01M8-5h10', mouth: 'M-9 10q9 5 18 0' },
};

function WheelHub({ mood }: { mood: Mood }) {
  const { eyes, mouth, open } = faces[mood];
  return (
    <svg className={styles.hub} viewBox="-48 -48 96 96" aria-hidden="true">
      <Drawing drawing={hub} x={-48} y={-48} width={96} height={96} />
      <g stroke="var(--fridge-light)" strokeWidth="4.4" strokeLinecap="round" strokeLinejoin="round" fill="none">
        <path d={eyes} className={styles.eyes} strokeWidth={eyes.includes('v') ? 9 : 4.4} />
        <path d={mouth} {...(open && { fill: 'var(--fridge-light)' })} />
      </g>
    </svg>
  );
}
