import styles from './fridge.module.css';

type Expression = { eyes: string; mouth: string; /** The mouth is an open one. */ open?: true; brow?: string };

/** Zero-length lines with round caps. */
const awake = 'M114.5 75v.01M141.5 75v.01';

const expressions = {
  smile: { eyes: awake, mouth: 'M119 84.5q9 7.5 18 0' },
  proud: { eyes: 'M108.5 77q6-7 12 0M135.5 77q6-7 12 0', mouth: 'M119.5 83.5h17a8.5 8 0 0 1-17 0Z', open: true },
  asleep: { eyes: 'M108.5 75q6 5.5 12 0M135.5 75q6 5.5 12 0', mouth: 'M124.5 87q3.5 2 7 0' },
  puzzled: { eyes: awake, mouth: 'M119 87q4.5-5 9-1.5t9-1', brow: 'M134.5 67q6-5 13-1.5' },
  unplugged: { eyes: 'M110 76h9M137 76h9', mouth: 'M120.5 89q7.5-5.5 15 0' },
  ajar: { eyes: 'M111 76v.01M138 76v.01', mouth: 'M118 84.5q7 6 14 0' },
} satisfies Record<string, Expression>;

export function FridgeFace({ mood }: { mood: keyof typeof expressions }) {
  const { eyes, mouth, open, brow }: Expression = expressions[mood];
  return (
    <g transform="translate(128 79) scale(1.18) translate(-128 -79)">
      <rect x="97" y="56" width="62" height="46" rx="13" fill="var(--display)" />
      <path d="M101 66a9 9 0 0 1 9-6.5h36" stroke="#fff" strokeWidth="1.2" opacity=".22" />
      <g className={styles.face} stroke="var(--light)" strokeWidth="2.9">
        <path d={eyes} className={styles.eyes} strokeWidth={eyes.includes('v.01') ? 7 : 2.9} />
        <path d={mouth} {...(open && { fill: 'var(--light)' })} />
        {brow && <path d={brow} />}
      </g>
    </g>
  );
}
