import styles from './wheel.module.css';

export type HubMood = 'calm' | 'turning' | 'glad' | 'sorry';

const faces: Readonly<Record<HubMood, { eyes: string; mouth: string; open?: true }>> = {
  calm: { eyes: 'M-13-5v.01M13-5v.01', mouth: 'M-10 8q10 8.5 20 0' },
  turning: { eyes: 'M-13-7v5M13-7v5', mouth: 'M-4.5 11a4.5 5.5 0 1 0 9 0a4.5 5.5 0 1 0-9 0Z', open: true },
  glad: { eyes: 'M-19-2q6-9 12 0M7-2q6-9 12 0', mouth: 'M-11 7h22a11 10.5 0 0 1-22 0Z', open: true },
  sorry: { eyes: 'M-13-5v.01M8-5h10', mouth: 'M-9 10q9 5 18 0' },
};

export function WheelHub({ mood, idBase }: { mood: HubMood; idBase: string }) {
  const { eyes, mouth, open } = faces[mood];
  return (
    <svg className={styles.hub} viewBox="-48 -48 96 96" aria-hidden="true" focusable="false">
      <circle r="46" fill="#4c0510" opacity=".35" cy="2" />
      <circle r="45" fill={`url(#${idBase}gold)`} />
      <circle r="39" fill="#7a0a1b" />
      <circle r="36" fill="var(--fridge-display)" />
      <path d="M-25-17a30 30 0 0 1 28-13" stroke="#fff" strokeWidth="2" strokeLinecap="round" fill="none" opacity=".3" />
      <g stroke="var(--fridge-light)" strokeWidth="4.4" strokeLinecap="round" strokeLinejoin="round" fill="none">
        <path d={eyes} className={mood === 'calm' ? styles.blinking : undefined} strokeWidth={eyes.includes('v') ? 9 : 4.4} />
        <path d={mouth} {...(open && { fill: 'var(--fridge-light)' })} />
      </g>
    </svg>
  );
}
