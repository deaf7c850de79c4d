import { type ReactNode, useId } from 'react';
import { joinClasses } from '../join-classes.ts';
import styles from './fridge.module.css';

export type FridgeMood = 'smile' | 'proud' | 'calm' | 'asleep' | 'puzzled' | 'unplugged' | 'ajar';

interface FridgeProps {
  mood?: FridgeMood;
  className?: string | undefined;
  /** Prefix of its html ids, where they have to be the same each time: in a shell. */
  id?: string | undefined;
}

/**
 * The product's figure (look, "One idea") in the skin's `--fridge-*` colours. Size it by `width` or `height`; the ratio
 * is 4:5.
 */
export function Fridge({ mood = 'smile', className, id: given }: FridgeProps) {
  const own = useId();
  const id = given ?? own;
  const paint = `url(#${id}body)`;
  return (
    <svg
      aria-hidden="true"
      className={joinClasses(styles.fridge, styles[mood], className)}
      viewBox="-8 0 264 330"
      fill="none"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <linearGradient id={`${id}body`} x1="56" x2="178" y1="0" y2="0" gradientUnits="userSpaceOnUse">
        <stop offset=".62" stopColor="var(--fridge-body)" />
        <stop offset="1" stopColor="var(--fridge-body-shade)" />
      </linearGradient>
      <radialGradient id={`${id}floor`}>
        <stop stopOpacity=".26" />
        <stop offset="1" stopOpacity="0" />
      </radialGradient>
      <ellipse cx="126" cy="308" rx="92" ry="10" fill={`url(#${id}floor)`} />
      {surroundings[mood]}
      <g className={styles.figure}>
        <Shaded
          d="M70 300h18v5a3 3 0 0 1-3 3H73a3 3 0 0 1-3-3v-5ZM156 300h18v5a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3v-5Z"
          opacity=".4"
        />
        <Shaded d="M88 26h86a16 16 0 0 1 16 16v244a16 16 0 0 1-16 16H88Z" opacity=".16" />
        <Shaded
          d="M72 24h90a16 16 0 0 1 16 16v246a16 16 0 0 1-16 16H72a16 16 0 0 1-16-16V40a16 16 0 0 1 16-16Z"
          opacity=".3"
        />
        <Door
          paint={paint}
          outline="M60 198h114a4 4 0 0 1 4 4v84a16 16 0 0 1-16 16H72a16 16 0 0 1-16-16v-84a4 4 0 0 1 4-4Z"
          sheen="m122 198-20 104h26l20-104Z"
          gleam="M60.5 276v-72.5a2 2 0 0 1 2-2H140"
        />
        <Handle x={67} y={210} height={46} />
        {mood === 'ajar' ? (
          <AjarDoor id={id} paint={paint} />
        ) : (
          <>
            <Door
              paint={paint}
              outline="M72 24h90a16 16 0 0 1 16 16v150a4 4 0 0 1-4 4H60a4 4 0 0 1-4-4V40a16 16 0 0 1 16-16Z"
              sheen="M154 24 122 194h26l30-150V40a16 16 0 0 0-16-16h-8Z"
              gleam="M60.5 172V42a13.5 13.5 0 0 1 13.5-13.5H140"
            />
            <Handle x={67} y={92} height={90} />
            <Face mood={mood} />
          </>
        )}
      </g>
    </svg>
  );
}

/** The shade of the body, with a colour over it. */
function Shaded({ d, fill = '#000', opacity }: { d: string; fill?: string; opacity: string }) {
  return (
    <>
      <path d={d} fill="var(--fridge-body-shade)" />
      <path d={d} fill={fill} opacity={opacity} />
    </>
  );
}

function Door(part: { paint: string; outline: string; sheen?: string; gleam: string }) {
  return (
    <>
      <path d={part.outline} fill={part.paint} stroke="var(--fridge-body-shade)" />
      <path d={part.sheen} fill="#fff" opacity=".1" />
      <path d={part.gleam} stroke="#fff" opacity="var(--fridge-gleam)" />
    </>
  );
}

function Handle({ x, y, height }: { x: number; y: number; height: number }) {
  return (
    <>
      <rect x={x + 3} y={y + 3} width="6" height={height} rx="3" fill="#000" opacity=".14" />
      <rect x={x} y={y} width="6.5" height={height} rx="3.25" fill="var(--fridge-handle)" />
      <path d={`M${x + 2} ${y + 5}v${height - 10}`} stroke="#fff" strokeWidth="1.2" opacity=".45" />
    </>
  );
}

function AjarDoor({ id, paint }: { id: string; paint: string }) {
  return (
    <>
      <radialGradient id={`${id}beam`} cx="86" cy="128" r="150" gradientUnits="userSpaceOnUse">
        <stop stopColor="var(--fridge-light)" stopOpacity=".95" />
        <stop offset=".45" stopColor="var(--fridge-light)" stopOpacity=".42" />
        <stop offset="1" stopColor="var(--fridge-light)" stopOpacity="0" />
      </radialGradient>
      <filter id={`${id}soft`} x="-40%" y="-20%" width="180%" height="140%">
        <feGaussianBlur stdDeviation="8" />
      </filter>
      <path d="M72 24h60v170H60a4 4 0 0 1-4-4V40a16 16 0 0 1 16-16Z" fill="var(--fridge-light)" />
      <path d="M64 30h30v158H64Z" fill="#fff" opacity=".55" />
      <path d="M59 80h30M59 134h30" stroke="var(--fridge-body-shade)" />
      <path
        d="M65 79V66.5a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2V79M67.5 64.5v-4h5v4M64 133v-11a3 3 0 0 1 3-3h10v14"
        fill="#fff"
        fillOpacity=".5"
        stroke="var(--fridge-body-shade)"
      />
      <g className={styles.light}>
        <path d="M86 44-80 6v312l112 6 54-138Z" fill={`url(#${id}beam)`} filter={`url(#${id}soft)`} />
      </g>
      <Shaded d="M97 18.5a11 11 0 0 0-14 10.5v162a9 9 0 0 0 12 9Z" fill="var(--fridge-light)" opacity=".65" />
      <Door
        paint={paint}
        outline="m164 24.2-65-6.6A10.5 10.5 0 0 0 87.5 28v165.5a9 9 0 0 0 10 9L174.4 194a4 4 0 0 0 3.6-4V40a16 16 0 0 0-14-15.8Z"
        gleam="M91.5 180V30.5a8.5 8.5 0 0 1 9.5-8.5l44 4.5"
      />
      <g transform="translate(44 0) scale(.76 1)">
        <Face mood="ajar" />
      </g>
      <Handle x={96} y={94} height={92} />
    </>
  );
}

/** `open`: an open mouth. */
type Expression = { eyes: string; mouth: string; open?: true; brow?: string };

/** Zero-length lines with round caps. */
const awake = 'M114.5 75v.01M141.5 75v.01';

const expressions: Record<FridgeMood, Expression> = {
  smile: { eyes: awake, mouth: 'M119 84.5q9 7.5 18 0' },
  proud: { eyes: 'M108.5 77q6-7 12 0M135.5 77q6-7 12 0', mouth: 'M119.5 83.5h17a8.5 8 0 0 1-17 0Z', open: true },
  calm: { eyes: 'M108.5 75q6 5.5 12 0M135.5 75q6 5.5 12 0', mouth: 'M119 84.5q9 7.5 18 0' },
  asleep: { eyes: 'M108.5 75q6 5.5 12 0M135.5 75q6 5.5 12 0', mouth: 'M124.5 87q3.5 2 7 0' },
  puzzled: { eyes: awake, mouth: 'M119 87q4.5-5 9-1.5t9-1', brow: 'M134.5 67q6-5 13-1.5' },
  unplugged: { eyes: 'M110 76h9M137 76h9', mouth: 'M120.5 89q7.5-5.5 15 0' },
  ajar: { eyes: 'M111 76v.01M138 76v.01', mouth: 'M118 84.5q7 6 14 0' },
};

function Face({ mood }: { mood: FridgeMood }) {
  const { eyes, mouth, open, brow } = expressions[mood];
  return (
    <g transform="translate(128 79) scale(1.18) translate(-128 -79)">
      <rect x="97" y="56" width="62" height="46" rx="13" fill="var(--fridge-display)" />
      <path d="M101 66a9 9 0 0 1 9-6.5h36" stroke="#fff" strokeWidth="1.2" opacity=".22" />
      <g className={styles.face} stroke="var(--fridge-light)" strokeWidth="2.9">
        <path d={eyes} className={eyes.includes('v.01') ? styles.awake : undefined} />
        <path d={mouth} {...(open && { fill: 'var(--fridge-light)' })} />
        <path d={brow} />
      </g>
    </g>
  );
}

/** The curve of peaks and valleys (look, "Worlds") becomes calm, down to the floor. */
const wave =
  'M740 305c-50 0-50-39-100-39s-50-7-100-7-50 7-100 7-50-7-100-7-50 9-100 9-50-15-100-15-50 22-100 22-50-30-100-30-50 36-100 36-50-36-100-36-50 36-100 36-50-36-100-36-50 60-100 60Z';

/** What stands beside the fridge, or behind it. */
const surroundings: Partial<Record<FridgeMood, ReactNode>> = {
  asleep: (
    <g stroke="var(--fridge-detail)" strokeWidth="2.6">
      <path className={styles.breath} d="M198 46q7-2.5 14 0-9 6-14 14.5 7-2.5 14.5 0" />
      <path className={styles.breath} d="M220 20q5-2 10 0-6.5 4.5-10 10.5 5-2 10.5 0" />
    </g>
  ),
  proud: <path d="M196 22 204 11M203 38l12.5-4.5M184 12l2.5-10" stroke="var(--fridge-light-ink)" strokeWidth="3" />,
  calm: (
    <g fill="var(--fridge-detail)">
      <path d={wave} opacity=".12" transform="matrix(1 0 0 1.3 -52 -91.5)" />
      <path d={wave} opacity=".18" />
    </g>
  ),
  puzzled: (
    <path
      d="M204 31c.5-11 17.5-11 17.5 0 0 8-8.8 8-8.8 16M212.7 57.5v.01"
      stroke="var(--fridge-detail)"
      strokeWidth="3.2"
    />
  ),
  unplugged: (
    <g stroke="var(--fridge-detail)" strokeWidth="3">
      <path d="M190 244c26 0 28 26 12 38-16 13-9 32 10 29 6-1 7-4.5 13-4.5M239 303.5h9M239 310.5h9" />
      <path
        d="M225 299.5h6a8 7.5 0 0 1 8 7.5 8 7.5 0 0 1-8 7.5h-6a2.5 2.5 0 0 1-2.5-2.5v-10a2.5 2.5 0 0 1 2.5-2.5Z"
        fill="var(--fridge-detail)"
        stroke="none"
      />
    </g>
  ),
};
