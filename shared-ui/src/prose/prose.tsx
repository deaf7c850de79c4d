import type { ProseElement } from '@fridge/shared-contracts';
import { joinClasses } from '../join-classes.ts';
import { groupProse } from './group-prose.ts';
import styles from './prose.module.css';
import { WholeText } from './whole-text.tsx';

export interface ProseProps {
  /** What `readProse` gives. */
  elements: readonly ProseElement[];
  /** Level of the headings inside. Default: 2. */
  headingLevel?: 2 | 3 | 4;
  className?: string | undefined;
}

/** A longer text of the copy deck as real headings, lists and paragraphs (copy deck, section 0). */
export function Prose({ elements, headingLevel = 2, className }: ProseProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={joinClasses(styles.prose, className)}>
      {groupProse(elements).map((block) => {
        if (block.kind === 'heading') return <Heading key={block.at} className={styles.heading}>{block.text}</Heading>;
        if (block.kind === 'paragraph') return <p key={block.at} className={styles.paragraph}><WholeText text={block.text} /></p>;
        const List = block.kind === 'bullets' ? 'ul' : 'ol';
        return (
          <List key={block.at} className={joinClasses(styles.list, styles[block.kind])}>
            {block.items.map(({ at, mark, text }) => (
              <li key={at} className={styles.item}>{mark && <span className={styles.mark}>{mark} </span>}<span><WholeText text={text} /></span></li>
            ))}
          </List>
        );
      })}
    </div>
  );
}
