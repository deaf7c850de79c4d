import styles from './prose.module.css';
import { wholeParts } from './whole-parts.ts';

/** A running text: its dates and ranges of hours don't break, and no lone character ends it. */
export function WholeText({ text }: { text: string }) {
  return wholeParts(text).map(({ at, text: part, whole }) => (whole ? <span key={at} className={styles.whole}>{part}</span> : part));
}
