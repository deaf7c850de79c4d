import { fill } from '@fridge/shared-contracts';
import { copy } from '../story-copy.ts';
import scene from '../scenes/scene.module.css';
import styles from './magnets.module.css';

const tints = ['gold', 'coral', 'mint', 'lavender', 'cream'] as const;
/** Degrees. */
const TURNS = [-3, 4, -2, 3, -5, 2, -3, 4] as const;

export function Magnets({ keywords }: { keywords: readonly string[] }) {
  return (
    <div className={styles.door}>
      <span className={styles.handle} />
      <ol className={styles.magnets} aria-label={copy['report.keyword.aria']}>
        {keywords.map((keyword, at) => (
          <li key={keyword} className={`${styles.item} ${scene.pop}`} style={{ animationDelay: `${300 + Math.min(at, 6) * 130}ms` }}>
            <span className={styles.magnet} style={{ background: `var(--${tints[at % tints.length]})`, transform: `rotate(${TURNS[at % TURNS.length]}deg)` }}>
              <span className={styles.rank}>{fill(copy['report.keyword.rank'], { n: at + 1 })}</span>
              <span className={styles.word}>{keyword}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
