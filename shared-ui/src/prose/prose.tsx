import type { ProseElement } from '@fridge/shared-contracts';
import { joinClasses } from '../join-classes.ts';
import { groupProse } from './group-prose.ts';
import styles from './prose.module.css';
import { wholeParts } from './whole-parts.ts';

interface WholeTextProps {
  text: string;
  phrases?: readonly string[] | undefined;
}

/** Dates, hours and amounts don't break, and no single character is left on the last line. */
export function WholeText({ text, phrases }: WholeTextProps) {
  return wholeParts(text, phrases).map(({ at, text: part, whole }) => (whole ? <span key={at} className={styles.whole}>{part}</span> : part));
}

interface ProseProps {
  /** From `readProse`. */
  elements: readonly ProseElement[];
  phrases?: WholeTextProps['phrases'];
  /** Default: 2. */
  headingLevel?: 2 | 3;
  className?: string | undefined;
}

/** A longer text (copy deck, section 0). */
export function Prose({ elements, phrases, headingLevel = 2, className }: ProseProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={joinClasses(styles.prose, className)}>
      {groupProse(elements).map((block) => {
        if (block.kind === 'heading') return <Heading key={block.at} className={styles.heading}>{block.text}</Heading>;
        if (block.kind === 'paragraph') {
          return <p key={block.at} className={styles.paragraph}><WholeText text={block.text} phrases={phrases} /></p>;
        }
        const List = block.kind === 'bullets' ? 'ul' : 'ol';
        return (
          <List key={block.at} className={joinClasses(styles.list, styles[block.kind])}>
            {block.items.map(({ at, mark, text }) => (
              <li key={at} className={styles.item}>
                {mark && <span className={styles.mark}>{mark} </span>}
                <span><WholeText text={text} phrases={phrases} /></span>
              </li>
            ))}
          </List>
        );
      })}
    </div>
  );
}
