import styles from './prose.module.css';
import { wholeParts } from './whole-parts.ts';

/** A text whose dates and ranges of hours don't break. */
export function WholeText({ text }: { text: string }) {
  return wholeParts(text).map(({ at, text: part, whole }) => (whole ? <span key={at} className={styles.whole}>{part}</span> : part));
}
