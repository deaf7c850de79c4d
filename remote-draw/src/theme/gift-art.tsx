import type { ReactElement } from 'react';
import type { Level } from '../draw/outcome.ts';

/** What can be drawn: the six levels, "thanks", and what the campaign adds to the prize list. */
export type Gift = Level | 'thanks' | 'allowance';

export interface GiftArtProps {
  gift: Gift;
  className?: string | undefined;
  /** Accessible name; without one it is decoration. */
  label?: string | undefined;
}

/** One gift by itself, sized by its class. */
export function GiftArt({ gift, className, label }: GiftArtProps) {
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    <svg {...naming} className={className} viewBox="0 0 64 64" focusable="false">
      <GiftDrawing gift={gift} />
    </svg>
  );
}

/** The drawing alone, on a 64 x 64 field, for use inside another drawing. */
export function GiftDrawing({ gift }: { gift: Gift }): ReactElement {
  return <g strokeLinecap="round" strokeLinejoin="round" fill="none">{drawings[gift]}</g>;
}

const ink = '#6a0d1c';

const freezer = (
  <>
    <path d="M14 30 10 12.5a3 3 0 0 1 2.4-3.6l33-5.2a3 3 0 0 1 3.4 2.3L54 27Z" fill="#e9f6fb" stroke={ink} strokeWidth="2" />
    <path d="M17 24.5 14.6 13l28-4.4 3.2 11.4Z" fill="#bfe3f0" />
    <path d="M8 30h48v25a3 3 0 0 1-3 3H11a3 3 0 0 1-3-3V30Z" fill="#fff" stroke={ink} strokeWidth="2" />
    <path d="M9 31h46v6H9z" fill="#8fd0e6" />
    <path d="M14 34.5c4-3 7 1.5 11-1s8 1 12-.6 8 1.6 12 .6" stroke="#fff" strokeWidth="2.4" />
    <path d="M13 58v3M51 58v3" stroke={ink} strokeWidth="3.4" />
    <path d="M32 41v13M26.4 44.3l11.2 6.4M37.6 44.3l-11.2 6.4" stroke="#3b93b5" strokeWidth="2.1" />
    <path d="m30 42.4 2 1.6 2-1.6M30 52.6l2-1.6 2 1.6" stroke="#3b93b5" strokeWidth="1.6" />
    <path d="M46 46h4" stroke="#d99a2b" strokeWidth="2.6" />
  </>
);

const sandwichMaker = (
  <>
    <path d="M10 31 14.5 9.7A4 4 0 0 1 18.4 6.5h29.2a4 4 0 0 1 3.9 3.2L56 31Z" fill="#c9182f" stroke={ink} strokeWidth="2" />
    <path d="m15.5 27 3-15.5h27L48.5 27Z" fill="#4a1320" />
    <path d="m22 14-2 10.5M30 14l-.6 10.5M37 14l.6 10.5M44 14l2 10.5" stroke="#8a2b3a" strokeWidth="2" />
    <path d="M32 6.5V3.5M26 3.5h12" stroke={ink} strokeWidth="2.6" />
    <path d="m14 38 18-10 18 10-18 9Z" fill="#f7d79a" stroke={ink} strokeWidth="1.8" />
    <path d="m23 36 7 3.8M29 32.8l7 3.8" stroke="#b5712a" strokeWidth="2.2" />
    <path d="M14 38v3.5l18 9 18-9V38l-18 9Z" fill="#7cb35c" stroke={ink} strokeWidth="1.6" />
    <path d="M14 41.5V45l18 9 18-9v-3.5l-18 9Z" fill="#f2b54a" stroke={ink} strokeWidth="1.6" />
    <path d="M7 46h9l16 8 16-8h9v9a4 4 0 0 1-4 4H11a4 4 0 0 1-4-4Z" fill="#c9182f" stroke={ink} strokeWidth="2" />
    <path d="M13 54h7" stroke="#f6c667" strokeWidth="2.6" />
    <path d="M46 54h.01" stroke="#f6c667" strokeWidth="4" />
  </>
);

const supermarketCard = (
  <>
    <rect x="12" y="10" width="46" height="31" rx="4.5" transform="rotate(9 35 25)" fill="#f6c667" stroke={ink} strokeWidth="2" />
    <rect x="5" y="19" width="50" height="34" rx="5" transform="rotate(-6 30 36)" fill="#1f7a68" stroke={ink} strokeWidth="2" />
    <g transform="rotate(-6 30 36)">
      <path d="M6 26.5h48" stroke="#145a4c" strokeWidth="4" />
      <path d="M14 34h3.5l3.4 10.5h12L36 36.5H18.6" stroke="#fff3dc" strokeWidth="2.4" />
      <path d="M22.6 49h.01M31.5 49h.01" stroke="#fff3dc" strokeWidth="4" />
      <path d="M42 46h7M42 41h4" stroke="#f6c667" strokeWidth="2.4" />
    </g>
  </>
);

const foodClip = (
  <>
    <path d="M12 31h32l4 26.5a2.5 2.5 0 0 1-2.5 2.5h-35A2.5 2.5 0 0 1 8 57.5Z" fill="#fff" stroke={ink} strokeWidth="2" />
    <path d="M11 44c8-4 13 3 20 0s10-1 14.5 0l1.7 11.5a2 2 0 0 1-2 2.3H11.5a2 2 0 0 1-2-2.3Z" fill="#8fbf63" />
    <circle cx="21" cy="50" r="3.4" fill="#d8472f" />
    <circle cx="34" cy="52" r="3.4" fill="#d8472f" />
    <rect x="6" y="22" width="44" height="10" rx="5" fill="#b80f2a" stroke={ink} strokeWidth="2" />
    <path d="M12 27h18" stroke="#f6c667" strokeWidth="2.4" />
    <circle cx="43" cy="27" r="2.2" fill="#f6c667" />
    <path d="M46 17.5a6 6 0 0 1 4.5 4.8M47 11.5a12 12 0 0 1 9.3 9.8M48 5.5A18 18 0 0 1 62 20" stroke="#d9861b" strokeWidth="2.6" />
    <path d="M16 22c1-5 3-8 7-10M29 22c0-4 1-6 3-8" stroke={ink} strokeWidth="1.8" opacity=".45" />
  </>
);

const shoppingCard = (
  <>
    <path d="M15 22h34l4.5 35a3 3 0 0 1-3 3.4h-37a3 3 0 0 1-3-3.4Z" fill="#b80f2a" stroke={ink} strokeWidth="2" />
    <path d="M44 22h5l4.5 35a3 3 0 0 1-3 3.4H46Z" fill="#8d0b20" />
    <path d="M22.5 27V15.5a9.5 9.5 0 0 1 19 0V27" stroke="#d99a2b" strokeWidth="3" />
    <rect x="14" y="34" width="30" height="20" rx="3" fill="#f6c667" stroke={ink} strokeWidth="1.8" />
    <path d="M14.5 39.5h29" stroke={ink} strokeWidth="3.2" />
    <path d="M19 47.5h8M34 47.5h5" stroke="#a6670f" strokeWidth="2.4" />
  </>
);

const foodVoucher = (
  <>
    <path d="M6 12h52v11a5.5 5.5 0 0 0 0 11v18H6V34a5.5 5.5 0 0 0 0-11Z" fill="#f6c667" stroke={ink} strokeWidth="2" />
    <path d="M11 17h42M11 47h42" stroke="#fff3dc" strokeWidth="1.8" strokeDasharray="1 4" />
    <path d="M16 31.5h32c0 7-5 11.5-10 12.5H26c-5-1-10-5.5-10-12.5Z" fill="#b80f2a" stroke={ink} strokeWidth="1.8" />
    <path d="M14 31.5h36" stroke={ink} strokeWidth="2.6" />
    <path d="M19 30c2-5 6-4 7-1 2-6 8-5 9 0 2-4 7-4 9 1" fill="#fff" stroke={ink} strokeWidth="1.6" />
    <path d="M26 22.5c-2-2 2-3 0-5.5M33 21.5c-2-2 2-3 0-5.5M40 22.5c-2-2 2-3 0-5.5" stroke="#a6510f" strokeWidth="1.9" />
    <path d="M24 37.5q8 3.5 16 0" stroke="#f6c667" strokeWidth="1.8" />
  </>
);

const petal = 'M32 29c-9-4.5-11-13-6-18.5 2.5-2.5 4.5-2 6-.5 1.5-1.5 3.5-2 6 .5 5 5.5 3 14-6 18.5Z';
const plumBlossom = (
  <>
    <path d="M4 60c12-3 20-9 28-26M22 49c6 0 12 2 16 7" stroke="#7a3a2a" strokeWidth="3" />
    {[0, 72, 144, 216, 288].map((turn) => (
      <path key={turn} d={petal} transform={`rotate(${turn} 32 31)`} fill="#f0a3a0" stroke={ink} strokeWidth="1.8" />
    ))}
    <circle cx="32" cy="31" r="5" fill="#f6c667" stroke={ink} strokeWidth="1.6" />
    <path d="M32 22v2.5M40.6 28.2l-2.3.8M37.3 38.3l-1.5-2M26.7 38.3l1.5-2M23.4 28.2l2.3.8" stroke={ink} strokeWidth="1.8" />
    <circle cx="40" cy="57.5" r="3" fill="#f0a3a0" stroke={ink} strokeWidth="1.6" />
  </>
);

const allowance = (
  <>
    <path d="M12 8h40a3 3 0 0 1 3 3v46a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3V11a3 3 0 0 1 3-3Z" fill="#b80f2a" stroke={ink} strokeWidth="2" />
    <path d="M10 9.5h44V22c-8 7-15 10-22 10s-14-3-22-10Z" fill="#d4203b" stroke={ink} strokeWidth="1.8" />
    <circle cx="32" cy="32" r="10" fill="#f6c667" stroke={ink} strokeWidth="2" />
    <path d="m28 27 4 5 4-5M32 32v6M28.5 33h7M28.5 35.8h7" stroke={ink} strokeWidth="1.8" />
    <path d="M18 51h28" stroke="#f6c667" strokeWidth="2" strokeDasharray="1 4.5" />
  </>
);

const drawings: Readonly<Record<Gift, ReactElement>> = {
  1: freezer,
  2: sandwichMaker,
  3: supermarketCard,
  4: foodClip,
  5: shoppingCard,
  6: foodVoucher,
  thanks: plumBlossom,
  allowance,
};
