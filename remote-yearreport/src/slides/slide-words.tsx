import { joinClasses, Phrases } from '@fridge/shared-ui';
import type { CSSProperties } from 'react';
import styles from './slide-words.module.css';
import { figureOf, type Sentence, type Slide, textOf } from './slide-model.ts';

export function SlideWords({
  slide: { title, sentences, label, users },
  only,
}: {
  slide: Pick<Slide, 'title' | 'sentences' | 'label' | 'users'>;
  only?: 'lead';
}) {
  const shown = only === 'lead' ? sentences.filter(({ lead }) => lead) : sentences;
  return (
    <div className={joinClasses(styles.words, !shown.some(({ lead }) => lead) && styles.plain)}>
      <h2 className={styles.title}>
        <Phrases text={title} />
      </h2>
      {shown.map((sentence) =>
        sentence.lead ? (
          <Lead key={textOf(sentence)} sentence={sentence} />
        ) : (
          <p key={textOf(sentence)} className={styles.line}>
            <Parts sentence={sentence} />
          </p>
        ),
      )}
      {label !== undefined && <p className={styles.label}>{label}</p>}
      {users !== undefined && (
        <p className={styles.users}>
          <Parts sentence={users} />
        </p>
      )}
    </div>
  );
}

export function Parts({ sentence: { parts } }: { sentence: Sentence }) {
  // A sentence always has the same parts.
  return parts
    .map((text, at) => ({ text, at }))
    .map(({ text, at }) =>
      at % 2 === 1 ? (
        <b key={at} className={styles.figure}>
          {text}
        </b>
      ) : (
        text !== '' && <Phrases key={at} text={text} />
      ),
    );
}

/** A huge figure, or a large sentence without one. */
function Lead({ sentence }: { sentence: Sentence }) {
  const figure = figureOf(sentence);
  if (figure === null)
    return (
      <p className={styles.saying}>
        <Parts sentence={sentence} />
      </p>
    );
  const [before = '', , ...rest] = sentence.parts;
  return (
    <p className={styles.lead}>
      {before !== '' && <Phrases className={before.length > 1 ? styles.ownLine : undefined} text={before} />}
      <strong className={joinClasses(styles.huge, figure.includes(',') && styles.hanging)} style={spanOf(figure)}>
        {figure}
      </strong>
      <span>
        <Parts sentence={{ parts: rest, lead: false }} />
      </span>
    </p>
  );
}

/** Lets the stylesheet shrink long figures. React's style type lacks custom properties. */
export const spanOf = (text: string) => ({ '--span': widthOf(text) }) as CSSProperties;

/** Approximate, em. */
function widthOf(figure: string): number {
  return [...figure].reduce(
    (width, character) =>
      width +
      (/[\u2E80-\u9FFF\uFF00-\uFFEF℃]/.test(character)
        ? 1
        : /[.,:]/.test(character)
          ? 0.3
          : /[W%]/.test(character)
            ? 0.95
            : 0.6),
    0,
  );
}
