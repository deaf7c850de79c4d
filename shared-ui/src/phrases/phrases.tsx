import styles from './phrases.module.css';

export interface PhrasesProps {
  text: string;
  /** A title has no comma to break after: it may break in front of these characters of its own. */
  before?: string | undefined;
}

/** A text that breaks after its commas, or where `before` says, sooner than within a phrase (look, "Type, space, shape"). */
export function Phrases({ text, before }: PhrasesProps) {
  const at = before === undefined ? -1 : text.indexOf(before);
  return <span className={styles.phrases}>{at > 0 ? <>{text.slice(0, at)}<wbr />{text.slice(at)}</> : text}</span>;
}
