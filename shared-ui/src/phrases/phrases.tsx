import { joinClasses } from '../join-classes.ts';
import styles from './phrases.module.css';
import { phrasesOf } from './phrases-of.ts';

interface PhrasesProps {
  text: string;
  /** Also breaks before this substring, for titles without punctuation. */
  before?: string | undefined;
  className?: string | undefined;
}

/**
 * Breaks after punctuation, or at `before`, rather than within a phrase (look, "Type, space, shape"). With `keep-all`
 * alone WebKit doesn't break after a full-width comma.
 */
export function Phrases({ text, before, className }: PhrasesProps) {
  const at = before === undefined ? -1 : text.indexOf(before);
  const phrases = at > 0 ? [...phrasesOf(text.slice(0, at)), ...phrasesOf(text.slice(at))] : phrasesOf(text);
  return (
    <span className={joinClasses(styles.phrases, className)}>
      {phrases.map((phrase, index) => [index > 0 && <wbr key={phrases.slice(0, index).join('').length} />, phrase])}
    </span>
  );
}
