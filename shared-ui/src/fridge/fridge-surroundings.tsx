import styles from './fridge.module.css';

export type FridgeMood = 'smile' | 'proud' | 'asleep' | 'puzzled' | 'unplugged' | 'ajar';

export function FridgeSurroundings({ mood }: { mood: FridgeMood }) {
  switch (mood) {
    case 'asleep':
      return (
        <g stroke="var(--detail)" strokeWidth="2.6">
          <path className={styles.breath} d="M198 46q7-2.5 14 0-9 6-14 14.5 7-2.5 14.5 0" />
          <path className={styles.breath} d="M220 20q5-2 10 0-6.5 4.5-10 10.5 5-2 10.5 0" />
        </g>
      );
    case 'proud':
      return <path d="M196 22 204 11M203 38l12.5-4.5M184 12l2.5-10" stroke="var(--light-ink)" strokeWidth="3" />;
    case 'puzzled':
      return <path d="M204 31c.5-11 17.5-11 17.5 0 0 8-8.8 8-8.8 16M212.7 57.5v.01" stroke="var(--detail)" strokeWidth="3.2" />;
    case 'unplugged':
      return (
        <g>
          <path d="M190 244c26 0 28 26 12 38-16 13-9 32 10 29 6-1 7-4.5 13-4.5" stroke="var(--detail)" strokeWidth="3" />
          <path d="M225 299.5h6a8 7.5 0 0 1 8 7.5 8 7.5 0 0 1-8 7.5h-6a2.5 2.5 0 0 1-2.5-2.5v-10a2.5 2.5 0 0 1 2.5-2.5Z" fill="var(--detail)" />
          <path d="M239 303.5h9M239 310.5h9" stroke="var(--detail)" strokeWidth="3" />
        </g>
      );
    default:
      return null;
  }
}
