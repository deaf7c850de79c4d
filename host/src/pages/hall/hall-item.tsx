import type { Skin, WindowState } from '@fridge/shared-contracts';
import type { Registry } from '@fridge/shared-contracts/host';
import { ChevronIcon, joinClasses } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import styles from './hall-item.module.css';
import { HallPicture } from './hall-picture.tsx';

export type HallEntry = { name: string; title: string; description: string; path: string; state: WindowState; picture: string | null };

/** Enabled activities in registry order, with the first route and its window's state (architecture, "The house"). */
export function hallEntries(registry: Registry, stateOf: (name: string) => WindowState): HallEntry[] {
  return Object.entries(registry.remotes).flatMap(([name, { enabled, title, description, routes, picture, entry }]) => {
    const [first] = routes;
    if (!enabled || !first) return [];
    const state = first.window === null ? 'open' : stateOf(first.window);
    const address = picture && new URL(picture.file, entry).href;
    return [{ name, title, description, path: first.path, state, picture: address }];
  });
}

const rank: Record<WindowState, number> = { open: 0, notStarted: 1, ended: 2 };

/** Open first, ended last, else unchanged. */
export function byState(entries: readonly HallEntry[]): HallEntry[] {
  return [...entries].sort((a, b) => rank[a.state] - rank[b.state]);
}

const stateLabels: Record<WindowState, string> = {
  open: copy['host.default.status.open'],
  notStarted: copy['host.default.status.notStarted'],
  ended: copy['host.default.status.ended'],
};

export interface HallItemProps {
  entry: HallEntry;
  lead: boolean;
  href: string;
  skin: Skin;
}

export function HallItem({ entry, lead, href, skin }: HallItemProps) {
  return (
    <li className={joinClasses(styles.item, lead && styles.lead, styles[entry.state])}>
      <a className={styles.link} href={href}>
        <span className={styles.picture}><HallPicture address={entry.picture} skin={skin} /></span>
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
