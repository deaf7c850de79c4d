import type { CSSProperties } from 'react';
import { joinClasses } from '../join-classes.ts';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** Lines of text to come; without it, one block that the class or style gives its shape. */
  lines?: number;
  className?: string | undefined;
  style?: CSSProperties;
}

/**
 * The shape of what is coming. It takes its place at once and becomes visible after 150 ms, so that a quick answer
 * shows nothing (look, "States are designed too"). Hidden from screen readers: the page says in words that it loads.
 */
export function Skeleton({ lines, className, style }: SkeletonProps) {
  if (lines === undefined) return <span aria-hidden="true" className={joinClasses(styles.block, className)} style={style} />;
  return (
    <span aria-hidden="true" className={joinClasses(styles.lines, className)} style={style}>
      {Array.from({ length: lines }, (_, line) => <span key={line} className={styles.line} />)}
    </span>
  );
}
