import { fill } from '@fridge/shared-contracts';
import { ChevronIcon } from '@fridge/shared-ui';
import { useEffect, useRef } from 'react';
import { copy } from '../story-copy.ts';
import styles from './story.module.css';
import type { Pager } from './use-pager.ts';

/** Scrolled to the resting page. At an end the button is disabled for ARIA only. */
export function PageRail({ count, pager: { index, resting, goTo, next, previous } }: { count: number; pager: Pager }) {
  const dots = useRef<HTMLOListElement>(null);
  // Reading sizes during a turn forces a layout.
  useEffect(() => {
    const { current: list } = dots;
    if (list !== null) list.scrollTop = ((resting + 0.5) * list.scrollHeight) / count - list.clientHeight / 2;
  }, [resting, count]);
  return (
    <div className={styles.rail}>
      <button type="button" className={`${styles.turn} ${styles.up}`} aria-label={copy['report.prev.aria']} aria-disabled={index === 0 || undefined} onClick={previous}>
        <ChevronIcon />
      </button>
      <ol ref={dots} className={styles.dots}>
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
