import { type ReactNode, useState } from 'react';
import { commonCopy, type Skin, type WindowService, type WindowState } from '@fridge/shared-contracts';
import { compatibility, type Registry } from '@fridge/shared-contracts/page';
import { BindFridge, ChevronIcon, joinClasses, Phrases } from '@fridge/shared-ui';
import { DoorLight, Fridge, StatePage, useRetryOnline } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';
import { PrizesLink } from './prizes-link.tsx';
import styles from './hall.module.css';

export interface HallProps {
  registry: Registry;
  windows: Pick<WindowService, 'stateOf'>;
  hrefOf: (path: string) => string;
  /** Of `/prize`, where it opens. */
  prizesHref?: string | undefined;
  skin: Skin;
  needsFridge: boolean;
  bindFridge: () => Promise<void>;
}

/** `/default`: the registry's activities (architecture, "The house"; copy deck 2.4). */
export default function Hall({ registry, windows, hrefOf, prizesHref, skin, needsFridge, bindFridge }: HallProps) {
  const entries = byState(hallEntries(registry, windows.stateOf));
  const heading = <Phrases text={copy['host.default.heading']} before="冰箱" />;
  const invitation = needsFridge && (
    <BindFridge className={styles.bind} busyLabel={commonCopy['common.loading']} onBind={bindFridge} />
  );
  if (entries.length === 0) {
    return (
      <>
        <StatePage
          illustration={<Fridge mood="asleep" />}
          title={heading}
          text={copy['host.default.empty']}
          more={<PrizesLink className={styles.prizes} href={prizesHref} />}
        />
        {invitation}
      </>
    );
  }
  return (
    <div className={styles.hall}>
      <Welcome heading={heading} withFridge={!needsFridge} />
      {invitation}
      <ul className={styles.list}>
        {entries.map((entry, position) => (
          <HallItem key={entry.name} entry={entry} lead={position === 0} href={hrefOf(entry.path)} skin={skin} />
        ))}
      </ul>
      <div className={styles.list}>
        <PrizesLink className={styles.prizes} href={prizesHref} />
      </div>
    </div>
  );
}

function Welcome({ heading, withFridge }: { heading: ReactNode; withFridge: boolean }) {
  return (
    <header className={styles.welcome}>
      <DoorLight className={styles.light} />
      <div className={styles.words}>
        <h1 className={styles.heading}>{heading}</h1>
        <p className={styles.text}>
          <Phrases text={copy['host.default.desc']} />
        </p>
      </div>
      {withFridge && <Fridge mood="smile" className={styles.fridge} />}
    </header>
  );
}

type HallEntry = {
  name: string;
  title: string;
  description: string;
  path: string;
  state: WindowState;
  picture: string | null;
};

/** Enabled activities that this host opens, in registry order, with the first route and its window's state (architecture, "The house"). */
export function hallEntries(registry: Registry, stateOf: (name: string) => WindowState): HallEntry[] {
  return Object.entries(registry.remotes).flatMap(
    ([name, { enabled, contract, title, description, routes, picture, entry }]) => {
      const [first] = routes;
      if (!enabled || !first || compatibility(contract) !== 'fits') return [];
      const state = first.window === null ? 'open' : stateOf(first.window);
      const address = picture && new URL(picture.file, entry).href;
      return [{ name, title, description, path: first.path, state, picture: address }];
    },
  );
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

function HallItem({ entry, lead, href, skin }: { entry: HallEntry; lead: boolean; href: string; skin: Skin }) {
  return (
    <li className={joinClasses(styles.item, lead && styles.lead, styles[entry.state])}>
      <a className={styles.link} href={href}>
        <span className={styles.frame}>
          <HallPicture address={entry.picture} skin={skin} />
        </span>
        <span className={styles.entry}>
          <span className={styles.state}>{stateLabels[entry.state]}</span>
          <h2 className={styles.title}>{entry.title}</h2>
          {entry.description && <span className={styles.summary}>{entry.description}</span>}
        </span>
        <ChevronIcon className={styles.chevron} />
      </a>
    </li>
  );
}

/** The skin's kitchen if it is missing or fails to load. */
function HallPicture({ address, skin }: { address: string | null; skin: Skin }) {
  const [failed, setFailed] = useState<string | null>(null);
  useRetryOnline(failed === null ? 'ready' : 'failed', () => setFailed(null));
  if (address === null || address === failed) return <Kitchen />;
  return (
    <img
      className={styles.picture}
      src={`${address}#skin-${skin}`}
      alt=""
      width={320}
      height={200}
      decoding="async"
      onError={() => setFailed(address)}
    />
  );
}

function Kitchen() {
  return (
    <svg
      className={styles.picture}
      aria-hidden="true"
      viewBox="0 0 320 200"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
    >
      <path d="M0 0h320v200H0Z" fill="var(--color-line)" />
      <path d="M0 150h320v50H0Z" fill="var(--color-surface)" />
      <path d="M150 50 20 200h120Z" fill="var(--fridge-light)" opacity=".7" />
      <g transform="translate(142 40) scale(1.24)">
        <rect width="50" height="100" rx="8" fill="var(--fridge-body-shade)" />
        <rect width="46" height="100" rx="8" fill="var(--fridge-body)" />
        <path d="M0 64h46" stroke="var(--fridge-body-shade)" strokeWidth="2.5" strokeLinecap="butt" />
        <path d="M7 26v30M7 72v14" stroke="var(--fridge-handle)" strokeWidth="3.5" />
        <rect x="17" y="13" width="23" height="16" rx="5" fill="var(--fridge-display)" />
        <path d="M24 19v.01M33 19v.01M25 23q3.5 2.5 7 0" stroke="var(--fridge-light)" strokeWidth="2" />
      </g>
    </svg>
  );
}
