import styles from './wheel.module.css';

const BULBS = 24;
const RING = 183;
const bulbs = Array.from({ length: BULBS }, (_, index) => {
  const turn = ((index + 0.5) / BULBS) * 2 * Math.PI;
  return { index, cx: round(200 + RING * Math.sin(turn)), cy: round(200 - RING * Math.cos(turn)), lit: index % 3 === 0 };
});

export function WheelRim({ idBase }: { idBase: string }) {
  return (
    <>
      <svg className={styles.rim} viewBox="0 0 400 400" aria-hidden="true" focusable="false">
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
        {bulbs.map(({ index, cx, cy }) => <circle key={index} cx={cx} cy={cy} r="5.2" fill="#f0b95a" stroke="#4c0510" strokeWidth="1.6" />)}
      </svg>
      <svg className={styles.bulbs} viewBox="0 0 400 400" aria-hidden="true" focusable="false">
        {bulbs.filter(({ lit }) => lit).map(({ index, cx, cy }) => (
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
