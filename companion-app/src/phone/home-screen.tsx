import { fill, type Fridge } from '@fridge/shared-contracts';
import { parseRegistry } from '@fridge/shared-contracts/page';
import { useEffect, useState } from 'react';
import { useApp, useAppState } from '../app/use-app.ts';
import { copy } from '../copy.ts';
import { Icon } from '../icon.tsx';
import fridge from './fridge.svg';
import styles from './home-screen.module.css';

const HALL = '/default';

export function HomeScreen() {
  const app = useApp();
  const session = useAppState((state) => state.session);
  const statusBar = useAppState((state) => state.device.statusBarHeight);
  const activities = useActivities(app.hostUrl);
  return (
    <div className={styles.home} style={{ paddingTop: statusBar }} data-testid="home-screen">
      <header className={styles.header}>
        <h2 className={styles.title}>{fill(copy['mock.app.title'])}</h2>
        <p className={styles.user} data-testid="current-user">
          {session
            ? fill(copy['mock.app.user'], { nickName: session.nickName || session.userId })
            : copy['mock.app.guest']}
        </p>
      </header>
      {session ? <FridgeCards fridges={session.home.fridges} onAdd={app.askAddDevice} /> : null}
      <button type="button" className={styles.main} onClick={() => app.open('/')} data-testid="open-activity">
        <span>{copy['mock.app.open']}</span>
        <Arrow />
      </button>
      <h3 className={styles.heading}>{copy['mock.app.activities']}</h3>
      <ul className={styles.list}>
        {activities.map((activity) => (
          <li key={activity.name}>
            <Entry title={activity.title} text={activity.description} onOpen={() => app.open(activity.path)} />
          </li>
        ))}
        <li>
          <Entry title={copy['mock.app.hall']} text={copy['mock.app.hall.desc']} onOpen={() => app.open(HALL)} />
        </li>
      </ul>
      {session ? (
        <button type="button" className={styles.account} onClick={app.logout}>
          {copy['mock.app.logout']}
        </button>
      ) : (
        <button type="button" className={styles.account} onClick={app.askLogin}>
          {copy['mock.app.login']}
        </button>
      )}
    </div>
  );
}

function FridgeCards({ fridges, onAdd }: { fridges: readonly Fridge[]; onAdd(): void }) {
  const picture = <img src={fridge} width="40" height="56" alt="" />;
  if (fridges.length === 0) {
    return (
      <div className={styles.none}>
        {picture}
        <p className={styles.text}>{copy['mock.app.noFridge']}</p>
        <button type="button" className={styles.add} onClick={onAdd}>
          {copy['mock.app.addFridge']}
        </button>
      </div>
    );
  }
  return (
    <ul className={styles.fridges} aria-label={copy['mock.app.fridges']}>
      {fridges.map(({ fridgeId, name, sn8 }) => (
        <li key={fridgeId} className={styles.card} data-testid="fridge">
          {picture}
          <span>
            <span className={styles.fridgeName}>{name || fridgeId}</span>
            <span className={styles.model}>{fill(copy['mock.app.fridge.model'], { sn8: sn8 || '-' })}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Entry({ title, text, onOpen }: { title: string; text: string; onOpen(): void }) {
  return (
    <button type="button" className={styles.entry} onClick={onOpen}>
      <span>
        <span className={styles.entryTitle}>{title}</span>
        <span className={styles.entryText}>{text}</span>
      </span>
      <Arrow />
    </button>
  );
}

function Arrow() {
  return (
    <Icon>
      <path d="M9 5l7 7-7 7" />
    </Icon>
  );
}

type ActivityEntry = { name: string; title: string; description: string; path: string };

/** Empty while the host's registry loads or can't be read. */
function useActivities(hostUrl: string): readonly ActivityEntry[] {
  const [entries, setEntries] = useState<readonly ActivityEntry[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    const read = async () => {
      const response = await fetch(new URL('/remotes.json', hostUrl), { signal: leaving.signal });
      setEntries(listActivities(await response.json()));
    };
    read().catch(() => undefined);
    return () => leaving.abort();
  }, [hostUrl]);
  return entries;
}

export function listActivities(raw: unknown): ActivityEntry[] {
  return Object.entries(parseRegistry(raw)?.remotes ?? {}).flatMap(
    ([name, { enabled, title, description, routes }]) => {
      const path = routes[0]?.path;
      return enabled && path ? [{ name, title, description, path }] : [];
    },
  );
}
