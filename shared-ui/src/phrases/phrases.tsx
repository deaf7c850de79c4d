import { joinClasses } from '../join-classes.ts';
import styles from './phrases.module.css';
import { phrasesOf } from './phrases-of.ts';

export interface PhrasesProps {
  text: string;
  /** A title has no comma to break after: it may break in front of these characters of its own. */
  before?: string | undefined;
  className?: string | undefined;
}

/**
 * A text that breaks after its punctuation, or where `before` says, sooner than within a phrase (look, "Type, space,
 * shape"). Every text that keeps its phrases whole is drawn by it: with `keep-all` alone WebKit finds no place to break
 * after a full-width comma, and cuts anywhere.
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
