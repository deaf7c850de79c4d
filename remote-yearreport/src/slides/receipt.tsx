import styles from './receipt.module.css';
import { type Sentence, textOf } from './sentence.ts';
import { Parts } from './slide-words.tsx';

export function Receipt({ sentences }: { sentences: readonly Sentence[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className={styles.frame}>
      <ul className={styles.paper}>
        {sentences.map((sentence) => <li key={textOf(sentence)} className={styles.line}><Parts sentence={sentence} /></li>)}
      </ul>
    </div>
  );
}
