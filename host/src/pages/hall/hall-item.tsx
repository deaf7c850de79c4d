import type { PeriodState } from '@fridge/shared-contracts';
import { ChevronIcon, joinClasses } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import type { HallEntry } from './hall-entries.ts';
import styles from './hall-item.module.css';
import { Vignette } from './vignette.tsx';

const stateLabels: Record<PeriodState, string> = {
  open: copy['host.default.status.open'],
  notStarted: copy['host.default.status.notStarted'],
  ended: copy['host.default.status.ended'],
};

export interface HallItemProps {
  entry: HallEntry;
  /** The first of the list is told large. */
  lead: boolean;
  href: string;
}

/** One activity of the hall: a real link, with a glimpse of its world. */
export function HallItem({ entry, lead, href }: HallItemProps) {
  return (
    <li className={joinClasses(styles.item, lead && styles.lead, styles[entry.state])}>
      <a className={styles.link} href={href}>
        <span className={styles.picture}><Vignette name={entry.name} /></span>
        <span className={styles.words}>
          <span className={styles.state}>{stateLabels[entry.state]}</span>
          <h2 className={styles.title}>{entry.title}</h2>
          {entry.description && <span className={styles.text}>{entry.description}</span>}
        </span>
        <ChevronIcon className={styles.chevron} />
      </a>
    </li>
  );
}
