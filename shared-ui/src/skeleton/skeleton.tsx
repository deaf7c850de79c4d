import type { CSSProperties } from 'react';
import { joinClasses } from '../join-classes.ts';
import styles from './skeleton.module.css';

interface SkeletonProps {
  /** Without it, one block shaped by class or style. */
  lines?: number;
  className?: string | undefined;
  style?: CSSProperties;
}

/**
 * Takes its space at once, becomes visible after 150 ms (look, "States are designed too"). Hidden from screen readers:
 * the page announces the loading.
 */
export function Skeleton({ lines, className, style }: SkeletonProps) {
  if (lines === undefined)
    return <span aria-hidden="true" className={joinClasses(styles.block, className)} style={style} />;
  return (
    <span aria-hidden="true" className={joinClasses(styles.lines, className)} style={style}>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </span>
  );
}
