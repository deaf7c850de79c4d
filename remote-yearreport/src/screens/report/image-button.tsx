import { useId } from 'react';
import { namedImage } from '../../night/named-image.ts';
import styles from './report-screen.module.css';

export interface ImageButtonProps {
  label: string;
  busy: boolean;
  /** What the plate says while it is busy. Default: what it says anyway. */
  busyLabel?: string | undefined;
  onPress: () => void;
}

/** Brand 1's button is a picture: a brass plate with the words engraved (spec section 4, "Share-mode choice"). */
export function ImageButton({ label, busy, busyLabel, onPress }: ImageButtonProps) {
  const id = useId();
  const words = (busy && busyLabel) || label;
  const isLong = words !== label;
  return (
    <button type="button" className={styles.image} aria-busy={busy || undefined} onClick={onPress}>
      <svg {...namedImage(words)} viewBox="0 0 340 60">
        <defs>
          <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
            <stop stopColor="#fff0cc" /><stop offset=".38" stopColor="#e2bd76" /><stop offset=".7" stopColor="#c79a4e" /><stop offset="1" stopColor="#f2d79c" />
          </linearGradient>
        </defs>
        <path d="M12 2h316a10 10 0 0 0 10 10v36a10 10 0 0 0-10 10H12A10 10 0 0 0 2 48V12A10 10 0 0 0 12 2Z" fill={`url(#${id})`} />
        <path d="M15 7h310a10 10 0 0 0 8 8v30a10 10 0 0 0-8 8H15a10 10 0 0 0-8-8V15a10 10 0 0 0 8-8Z" fill="none" stroke="#5c3d0c" strokeOpacity=".55" />
        <text x="170" y="37" textAnchor="middle" fontSize={isLong ? 18 : 20} fontWeight="700" letterSpacing={isLong ? 1 : 4} fill="#2b1b04" aria-hidden="true">{words}</text>
        {!isLong && (
          <>
            <path d="M52 30h26M262 30h26" stroke="#5c3d0c" strokeOpacity=".6" />
            <path d="m82 30 4-4 4 4-4 4ZM250 30l4-4 4 4-4 4Z" fill="#5c3d0c" fillOpacity=".7" />
          </>
        )}
      </svg>
    </button>
  );
}
