import { joinClasses, Phrases } from '@fridge/shared-ui';
import type { CSSProperties } from 'react';
import motions from '../theme/motion.module.css';
import styles from './slide-words.module.css';
import { type Sentence, type Slide, textOf } from './slide-model.ts';

export function SlideWords({ slide: { kind, title, sentences, label, users } }: { slide: Slide }) {
  // The others are on the receipt.
  const shown = kind === 'func' ? sentences.filter(({ lead }) => lead) : sentences;
  return (
    <div className={joinClasses(styles.words, !shown.some(({ lead }) => lead) && styles.plain)}>
      <h2 className={styles.title}>
        <Phrases text={title} />
      </h2>
      {shown.map((sentence) =>
        sentence.lead ? (
          <Lead key={textOf(sentence)} sentence={sentence} />
        ) : (
          <p key={textOf(sentence)} className={`${motions.arrive} ${styles.line}`}>
            <Phrases text={sentence.parts} />
          </p>
        ),
      )}
      {label !== undefined && <p className={`${motions.arrive} ${styles.label}`}>{label}</p>}
      {users !== undefined && (
        <p className={`${motions.arrive} ${styles.users}`}>
          <Phrases text={users.parts} />
        </p>
      )}
    </div>
  );
}

/** A huge figure, or a large sentence without one. */
function Lead({ sentence: { parts } }: { sentence: Sentence }) {
  const [before = '', figure, ...rest] = parts;
  if (figure === undefined)
    return (
      <p className={`${motions.arrive} ${styles.saying}`}>
        <Phrases text={before} />
      </p>
    );
  return (
    <p className={styles.lead}>
      {before !== '' && <Phrases className={styles.ownLine} text={before} />}
      <strong
        className={joinClasses(motions.arrive, styles.huge, figure.includes(',') && styles.hanging)}
        style={spanOf(figure)}
      >
        {figure}
      </strong>
      <Phrases text={rest} />
    </p>
  );
}

/** Lets the stylesheet shrink long figures. React's style type lacks custom properties. */
export const spanOf = (text: string) => ({ '--span': widthOf(text) }) as CSSProperties;

/** Approximate, em; of other characters 0.6. */
const WIDTHS = [
  [/[\u2E80-\u9FFF\uFF00-\uFFEF℃]/, 1],
  [/[.,:]/, 0.3],
  [/[W%]/, 0.95],
] as const;

const widthOf = (figure: string): number =>
  [...figure].reduce((width, character) => {
    const [, own] = WIDTHS.find(([characters]) => characters.test(character)) ?? [null, 0.6];
    return width + own;
  }, 0);
