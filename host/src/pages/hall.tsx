import type { ReactElement } from 'react';
import { commonCopy, type Skin, type WindowService } from '@fridge/shared-contracts';
import {
  cardKey,
  cardMarker,
  CARDS_MARKER,
  hallEntries,
  type HallEntry,
  type PageRegistry,
} from '@fridge/shared-contracts/page';
import { BindFridge, ChevronIcon, joinClasses, Phrases, Picture } from '@fridge/shared-ui';
import { DoorLight, Fridge, StatePage } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';
import { PrizesLink } from './prizes-link.tsx';
import styles from './hall.module.css';

/** `/default`: the registry's activities (architecture, "The house"; copy deck 2.4). */
export default function Hall({
  registry,
  windows,
  hrefOf,
  prizesHref,
  skin,
  needsFridge,
  bindFridge,
}: {
  registry: PageRegistry;
  windows: Pick<WindowService, 'stateOf'>;
  hrefOf: (path: string) => string;
  /** Of `/prize`, where it opens. */
  prizesHref?: string | undefined;
  skin: Skin;
  needsFridge: boolean;
  bindFridge: () => Promise<void>;
}) {
  const entries = hallEntries(registry.remotes, windows.stateOf);
  const prizes = <PrizesLink className={styles.prizes} href={prizesHref} />;
  const invitation = needsFridge && (
    <BindFridge className={styles.bind} busyLabel={commonCopy['common.loading']} onBind={bindFridge} />
  );
  if (entries.length === 0) {
    return (
      <>
        <StatePage mood="asleep" title={heading} text={copy['host.default.empty']} more={prizes} />
        {invitation}
      </>
    );
  }
  return (
    <div className={styles.hall}>
      <Welcome hasFridge={!needsFridge} />
      {invitation}
      <ul className={styles.list}>
        {entries.map((entry, position) => (
          <HallItem key={entry.name} entry={entry} lead={position === 0} href={hrefOf(entry.path)} skin={skin} />
        ))}
      </ul>
      <div className={styles.list}>{prizes}</div>
    </div>
  );
}

const heading = <Phrases text={copy['host.default.heading']} before="冰箱" />;

function Welcome({ hasFridge }: { hasFridge: boolean }) {
  return (
    <header className={styles.welcome}>
      <DoorLight className={styles.light} />
      <div className={styles.words}>
        <h1 className={styles.heading}>{heading}</h1>
        <p className={styles.text}>
          <Phrases text={copy['host.default.desc']} />
        </p>
      </div>
      {hasFridge && <Fridge className={styles.fridge} />}
    </header>
  );
}

/** Of the page's markup: the origin puts the first cards into it. */
export function HallShell() {
  return (
    <div className={styles.hall}>
      <Welcome hasFridge />
      <ul className={styles.list}>{CARDS_MARKER}</ul>
    </div>
  );
}

/** One for each kind of card, by `cardKey`. */
export function hallCards(): [key: string, card: ReactElement][] {
  const either = [false, true] as const;
  const states = ['notStarted', 'open', 'ended'] as const;
  return either.flatMap((lead) =>
    states.flatMap((state) =>
      either.flatMap((hasPicture) =>
        either.map((hasDescription): [string, ReactElement] => {
          const entry = {
            name: '',
            title: cardMarker('title'),
            path: cardMarker('path'),
            state,
            description: hasDescription ? cardMarker('description') : '',
            picture: hasPicture ? cardMarker('picture') : null,
          };
          const key = cardKey({ lead, state, hasPicture, hasDescription });
          return [key, <HallItem key={key} entry={entry} lead={lead} href={entry.path} skin={0} />];
        }),
      ),
    ),
  );
}

function HallItem({ entry, lead, href, skin }: { entry: HallEntry; lead: boolean; href: string; skin: Skin }) {
  const { title, description, state, picture } = entry;
  return (
    <li className={joinClasses(styles.item, lead && styles.lead, styles[state])}>
      <a className={styles.link} href={href}>
        <span className={styles.frame}>
          <Picture
            className={styles.picture}
            src={picture === null ? '' : `${picture}#skin-${skin}`}
            alt=""
            decoding="async"
            fallback={<Fridge mood="ajar" className={styles.picture} />}
          />
        </span>
        <div className={styles.entry}>
          <span className={styles.state}>{copy[`host.default.status.${state}`]}</span>
          <h2 className={styles.title}>{title}</h2>
          {description && <p className={styles.summary}>{description}</p>}
        </div>
        <ChevronIcon className={styles.chevron} />
      </a>
    </li>
  );
}
