import { fill } from '@fridge/shared-contracts/copy';
import { ChevronIcon } from '@fridge/shared-ui';
import { copy } from '../story-copy.ts';
import styles from './story.module.css';
import type { Pager } from './use-pager.ts';

/** Where one is, quietly, and buttons for those who don't swipe. At an end the button stays and says so. */
export function PageRail({ count, pager: { index, goTo, next, previous } }: { count: number; pager: Pager }) {
  return (
    <div className={styles.rail}>
      <button type="button" className={`${styles.turn} ${styles.up}`} aria-label={copy['report.prev.aria']} aria-disabled={index === 0 || undefined} onClick={previous}>
        <ChevronIcon />
      </button>
      <ol className={styles.dots}>
        {Array.from({ length: count }, (_, at) => (
          <li key={at}>
            <button type="button" className={styles.dot} aria-label={fill(copy['report.goto.aria'], { i: at + 1 })} aria-current={at === index ? 'page' : undefined} onClick={() => goTo(at)} />
          </li>
        ))}
      </ol>
      <button type="button" className={`${styles.turn} ${styles.down}`} aria-label={copy['report.next.aria']} aria-disabled={index === count - 1 || undefined} onClick={next}>
        <ChevronIcon />
      </button>
    </div>
  );
}
