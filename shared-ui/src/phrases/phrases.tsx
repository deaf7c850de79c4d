import { Fragment } from 'react';
import { joinClasses } from '../join-classes.ts';
import { CLOSING, OPENING, WholeText } from '../prose/prose.tsx';
import styles from './phrases.module.css';

interface PhrasesProps {
  /** Of a list, every second part is emphasized; it stays with what it is written to. */
  text: string | readonly string[];
  /** Also breaks before this substring, for titles without punctuation. */
  before?: string | undefined;
  className?: string | undefined;
}

/**
 * Breaks after punctuation, or at `before`, rather than within a phrase (look, "Type, space, shape"). With `keep-all`
 * alone WebKit doesn't break after a full-width comma.
 */
export function Phrases({ text, before, className }: PhrasesProps) {
  const parts = typeof text === 'string' ? [text] : text;
  return (
    <span className={joinClasses(styles.phrases, className)}>
      {parts.map((part, at) => {
        const end = parts[at - 1]?.slice(-1) ?? '';
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a part is known by its place alone
          <Fragment key={at}>
            {end !== '' && CLOSING.includes(end) && <wbr />}
            {at % 2 === 1 ? <b>{part}</b> : <Part text={part} before={before} />}
          </Fragment>
        );
      })}
    </span>
  );
}

function Part({ text, before }: { text: string; before: string | undefined }) {
  const at = before === undefined ? -1 : text.indexOf(before);
  const phrases = at > 0 ? [...phrasesOf(text.slice(0, at)), ...phrasesOf(text.slice(at))] : phrasesOf(text);
  return phrases.map((phrase, index) => (
    <Fragment key={phrases.slice(0, index).join('').length}>
      {index > 0 && <wbr />}
      <WholeText text={phrase} keepsEnd={false} />
    </Fragment>
  ));
}

/** With the marks that begin and end it. */
const PHRASE = new RegExp(`[${OPENING}]*[^${OPENING}${CLOSING}]*[${CLOSING}]*`, 'g');

/** Splits a text where a line may break: after punctuation and before an opening bracket or quotation mark. */
export function phrasesOf(text: string): string[] {
  return (text.match(PHRASE) ?? []).filter((phrase) => phrase !== '');
}
