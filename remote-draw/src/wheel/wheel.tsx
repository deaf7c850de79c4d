import { fill } from '@fridge/shared-contracts';
import { joinClasses } from '@fridge/shared-ui';
import { useEffect, useEffectEvent, useId, useRef } from 'react';
import { copy } from '../copy.ts';
import { type DrawState, isTurning } from '../draw/draw-machine.ts';
import { GiftDrawing } from '../theme/gift-art.tsx';
import { SEGMENT_DEGREES, segments } from './stop-angle.ts';
import { createWheelMotion, type WheelMotion } from './wheel-motion.ts';
import styles from './wheel.module.css';

const picture = fill(copy['draw.wheel.aria'], { items: segments.map(({ label }) => label).join('、') });

/** @param onStopped once per landing or return, when the wheel shows its result (spec section 4) or is back at rest */
export function Wheel({ state, onStopped }: { state: DrawState; onStopped: () => void }) {
  const id = useId();
  const disc = useRef<HTMLDivElement>(null);
  const motion = useRef<WheelMotion>(undefined);
  const stopped = useEffectEvent(onStopped);

  useEffect(() => {
    if (!disc.current) return undefined;
    const created = createWheelMotion(disc.current);
    motion.current = created;
    return () => created.dispose();
  }, []);

  useEffect(() => {
    const wheel = motion.current;
    if (!wheel) return;
    if (state.phase === 'spinning') wheel.spin();
    else if (state.phase === 'landing') void wheel.land(state.result.angle).then(() => stopped());
    else if (state.phase === 'returning') void wheel.rest().then(() => stopped());
  }, [state]);

  return (
    <div className={joinClasses(styles.window, isTurning(state) && styles.turning, isWon(state) && styles.won)}>
      <div className={styles.glass}>
        <div ref={disc} className={styles.disc} data-testid="wheel-disc">
          <WheelDisc />
        </div>
      </div>
      <WheelRim idBase={id} />
      <WheelHub mood={moodOf(state)} idBase={id} />
      <svg className={styles.pointer} data-testid="wheel-pointer" viewBox="0 0 56 74" aria-hidden="true">
        <path
          d="M9 4h38a7 7 0 0 1 6.6 9.4L28 74 2.4 13.4A7 7 0 0 1 9 4Z"
          fill={`url(#${id}gold)`}
          stroke="#5a0613"
          strokeWidth="2.4"
          strokeLinejoin="round"
        />
        <path
          d="M13 11h30a3 3 0 0 1 2.8 4.1L28 55 10.2 15.1A3 3 0 0 1 13 11Z"
          fill="#b80f2a"
          stroke="#5a0613"
          strokeWidth="1.4"
        />
        <path
          d="m15 14 6.5 14.5M19 14h8"
          stroke="#fff"
          strokeWidth="2.2"
          strokeLinecap="round"
          fill="none"
          opacity=".5"
        />
        <circle cx="28" cy="22" r="5" fill="#f6c667" stroke="#5a0613" strokeWidth="1.4" />
      </svg>
    </div>
  );
}

function isWon(state: DrawState): boolean {
  return state.phase === 'result' && state.result.kind !== 'thanks';
}

function moodOf(state: DrawState): HubMood {
  if (isTurning(state)) return 'turning';
  if (state.phase === 'result') return state.result.kind === 'thanks' ? 'sorry' : 'glad';
  return 'calm';
}

/** In the disc's units; its centre is the origin. */
const RADIUS = 168;
const half = (SEGMENT_DEGREES / 2) * (Math.PI / 180);
const [x, y] = [RADIUS * Math.sin(half), -RADIUS * Math.cos(half)].map((value) => Math.round(value * 100) / 100);
const slice = `M0 0 ${-(x ?? 0)} ${y}A${RADIUS} ${RADIUS} 0 0 1 ${x} ${y}Z`;
const border = `M0 0 ${x} ${y}`;

/** Only the segments' shapes receive hit tests, each with its index. */
function WheelDisc() {
  const naming = { role: 'img', 'aria-label': picture };
  return (
    <svg {...naming} className={styles.discDrawing} viewBox={`${-RADIUS} ${-RADIUS} ${2 * RADIUS} ${2 * RADIUS}`}>
      {segments.map(({ index, level }) => (
        <path
          key={index}
          data-segment={index}
          d={slice}
          transform={`rotate(${index * SEGMENT_DEGREES})`}
          className={level === null ? styles.thanks : index % 4 === 0 ? styles.cream : styles.honey}
        />
      ))}
      <g className={styles.untouchable}>
        {segments.map(({ index, label, level }) => (
          <g key={index} transform={`rotate(${index * SEGMENT_DEGREES})`}>
            <path d={border} className={styles.border} />
            <text y={-127} className={styles.label}>
              {label}
            </text>
            <svg x={-29} y={-117} width={58} height={58} viewBox="0 0 64 64">
              <GiftDrawing gift={level ?? 'thanks'} />
            </svg>
          </g>
        ))}
        <circle r={RADIUS - 1.5} className={styles.edge} />
      </g>
    </svg>
  );
}

const BULBS = 24;
const RING = 183;
const bulbs = Array.from({ length: BULBS }, (_, index) => {
  const turn = ((index + 0.5) / BULBS) * 2 * Math.PI;
  return {
    index,
    cx: round(200 + RING * Math.sin(turn)),
    cy: round(200 - RING * Math.cos(turn)),
    lit: index % 3 === 0,
  };
});

function WheelRim({ idBase }: { idBase: string }) {
  return (
    <>
      <svg className={styles.rim} viewBox="0 0 400 400" aria-hidden="true">
        <defs>
          <linearGradient id={`${idBase}gold`} x1="0" y1="0" x2="1" y2="1">
            <stop stopColor="#fff0bf" />
            <stop offset=".35" stopColor="#f6c667" />
            <stop offset=".6" stopColor="#b9791c" />
            <stop offset=".82" stopColor="#f9d98c" />
            <stop offset="1" stopColor="#a9690f" />
          </linearGradient>
        </defs>
        <circle cx="200" cy="200" r="183" stroke={`url(#${idBase}gold)`} strokeWidth="34" fill="none" />
        <circle cx="200" cy="200" r="183" stroke="#7a0a1b" strokeWidth="25" fill="none" />
        <circle cx="200" cy="200" r="188" stroke="#b80f2a" strokeWidth="9" fill="none" />
        {bulbs.map(({ index, cx, cy }) => (
          <circle key={index} cx={cx} cy={cy} r="5.2" fill="#f0b95a" stroke="#4c0510" strokeWidth="1.6" />
        ))}
      </svg>
      <svg className={styles.bulbs} viewBox="0 0 400 400" aria-hidden="true">
        {bulbs
          .filter(({ lit }) => lit)
          .map(({ index, cx, cy }) => (
            <g key={index}>
              <circle cx={cx} cy={cy} r="11" fill="#ffe9a8" opacity=".4" />
              <circle cx={cx} cy={cy} r="5.6" fill="#fffbe6" />
            </g>
          ))}
      </svg>
    </>
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

type HubMood = 'calm' | 'turning' | 'glad' | 'sorry';

const faces: Readonly<Record<HubMood, { eyes: string; mouth: string; open?: true }>> = {
  calm: { eyes: 'M-13-5v.01M13-5v.01', mouth: 'M-10 8q10 8.5 20 0' },
  turning: { eyes: 'M-13-7v5M13-7v5', mouth: 'M-4.5 11a4.5 5.5 0 1 0 9 0a4.5 5.5 0 1 0-9 0Z', open: true },
  glad: { eyes: 'M-19-2q6-9 12 0M7-2q6-9 12 0', mouth: 'M-11 7h22a11 10.5 0 0 1-22 0Z', open: true },
  sorry: { eyes: 'M-13-5v.01M8-5h10', mouth: 'M-9 10q9 5 18 0' },
};

function WheelHub({ mood, idBase }: { mood: HubMood; idBase: string }) {
  const { eyes, mouth, open } = faces[mood];
  return (
    <svg className={styles.hub} viewBox="-48 -48 96 96" aria-hidden="true">
      <circle r="46" fill="#4c0510" opacity=".35" cy="2" />
      <circle r="45" fill={`url(#${idBase}gold)`} />
      <circle r="39" fill="#7a0a1b" />
      <circle r="36" fill="var(--fridge-display)" />
      <path
        d="M-25-17a30 30 0 0 1 28-13"
        stroke="#fff"
        strokeWidth="2"
        strokeLinecap="round"
        fill="none"
        opacity=".3"
      />
      <g stroke="var(--fridge-light)" strokeWidth="4.4" strokeLinecap="round" strokeLinejoin="round" fill="none">
        <path
          d={eyes}
          className={mood === 'calm' ? styles.blinking : undefined}
          strokeWidth={eyes.includes('v') ? 9 : 4.4}
        />
        <path d={mouth} {...(open && { fill: 'var(--fridge-light)' })} />
      </g>
    </svg>
  );
}
