import { ChevronIcon } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import styles from './still-open.module.css';

/** What users have won or handed in outlives an activity. */
export interface StillOpen {
  /** Of `/prize`, where it opens. */
  prizesHref?: string | undefined;
  /** The first of the activity's own routes that stay open. */
  kept?: { href: string; title: string } | undefined;
}

/** The ways to it, from where the activity was. */
export function StillOpenList({ prizesHref, kept }: StillOpen) {
  if (prizesHref === undefined && kept === undefined) return null;
  return (
    <ul className={styles.list}>
      {prizesHref !== undefined && (
        <Way href={prizesHref} title={copy['host.default.prizes']} text={copy['host.ended.prizes.desc']} />
      )}
      {kept && <Way {...kept} />}
    </ul>
  );
}

function Way({ href, title, text }: { href: string; title: string; text?: string }) {
  return (
    <li className={styles.way}>
      <a className={styles.link} href={href}>
        {title}
        <ChevronIcon />
      </a>
      {text !== undefined && <p className={styles.text}>{text}</p>}
    </li>
  );
}
