import { useState } from 'react';
import type { Skin } from '@fridge/shared-contracts';
import styles from './hall-picture.module.css';

/** The skin's kitchen if it is missing or fails to load. */
export function HallPicture({ address, skin }: { address: string | null; skin: Skin }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (address === null || address === failed) return <Kitchen />;
  return (
    <img
      className={styles.picture}
      src={`${address}#skin-${skin}`}
      alt=""
      width={320}
      height={200}
      decoding="async"
      onError={() => setFailed(address)}
    />
  );
}

function Kitchen() {
  return (
    <svg
      className={styles.picture}
      aria-hidden="true"
      viewBox="0 0 320 200"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
    >
      <path d="M0 0h320v200H0Z" fill="var(--color-line)" />
      <path d="M0 150h320v50H0Z" fill="var(--color-surface)" />
      <path d="M150 50 20 200h120Z" fill="var(--fridge-light)" opacity=".7" />
      <SmallFridge x={142} y={40} height={124} />
    </svg>
  );
}

/** `x`, `y`: top left corner; the width is half the height. */
function SmallFridge({ x, y, height }: { x: number; y: number; height: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${height / 100})`}>
      <rect width="50" height="100" rx="8" fill="var(--fridge-body-shade)" />
      <rect width="46" height="100" rx="8" fill="var(--fridge-body)" />
      <path d="M0 64h46" stroke="var(--fridge-body-shade)" strokeWidth="2.5" strokeLinecap="butt" />
      <path d="M7 26v30M7 72v14" stroke="var(--fridge-handle)" strokeWidth="3.5" />
      <rect x="17" y="13" width="23" height="16" rx="5" fill="var(--fridge-display)" />
      <path d="M24 19v.01M33 19v.01M25 23q3.5 2.5 7 0" stroke="var(--fridge-light)" strokeWidth="2" />
    </g>
  );
}
