import { useId } from 'react';
import styles from './festival.module.css';

/** The lacquered wall; `lit`: with the window's light. */
export function FestivalWall({ lit = false }: { lit?: boolean }) {
  const id = useId();
  return (
    <div className={styles.wall} aria-hidden="true">
      <svg className={styles.scales}>
        <defs>
          <pattern id={id} width="72" height="36" patternUnits="userSpaceOnUse">
            {[
              [36, 36],
              [0, 18],
              [72, 18],
              [36, 0],
            ].map(([x, y]) => (
              <g
                key={`${x},${y}`}
                transform={`translate(${x} ${y})`}
                fill="#8d0d20"
                stroke="#f6c667"
                strokeOpacity=".32"
                strokeWidth="1"
              >
                <circle r="35" />
                <circle r="25" fill="none" />
                <circle r="15" fill="none" />
              </g>
            ))}
          </pattern>
        </defs>
        <rect width="100%" height="100%" fill={`url(#${id})`} />
      </svg>
      {lit && <div className={styles.light} />}
    </div>
  );
}

export function Lantern({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 60 150" aria-hidden="true" fill="none" strokeLinecap="round">
      <path d="M30 0v34" stroke="#f6c667" strokeWidth="1.75" />
      <ellipse cx="30" cy="65" rx="27" ry="24" fill="#e02a3c" />
      <path
        d="M30 41c-9 0-15 12-15 24s6 24 15 24M30 41c9 0 15 12 15 24s-6 24-15 24M30 41v48"
        stroke="#f6c667"
        strokeOpacity=".75"
        strokeWidth="1.4"
      />
      <ellipse cx="30" cy="65" rx="11" ry="20" fill="#ffd98a" opacity=".55" />
      <path d="M19 40h22l-2.5-6h-17ZM19 90h22l-2.5 6h-17Z" fill="#f6c667" />
      <path d="M25 98v30M30 98v38M35 98v30" stroke="#f6c667" strokeWidth="1.75" />
      <circle cx="30" cy="99" r="3.4" fill="#b80f2a" stroke="#f6c667" strokeWidth="1.4" />
    </svg>
  );
}
