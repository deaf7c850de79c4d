import styles from './theme.module.css';

/**
 * A sentence that breaks after its commas before it breaks anywhere else (look, "Type, space, shape").
 * The class turns each phrase into a box of its own.
 */
export function Phrases({ text }: { text: string }) {
  const phrases = text.match(/[^，]+，?/g) ?? [text];
  return phrases.map((phrase) => <span key={phrase} className={styles.phrase}>{phrase}</span>);
}
