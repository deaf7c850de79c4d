import { fill } from '@fridge/shared-contracts';
import { useApp, useAppState } from '../app/use-app.ts';
import type { Household } from '../cloud.ts';
import { copy } from '../copy.ts';
import { Section } from './controls.tsx';
import { FaultSection } from './fault-section.tsx';
import { LogSection } from './log-section.tsx';
import { DeviceSection, PageSection } from './page-section.tsx';
import controls from './controls.module.css';
import styles from './panel.module.css';

export function Panel() {
  const trouble = useAppState((state) => state.trouble);
  return (
    <div className={styles.panel} data-testid="panel">
      <div className={styles.column}>
        <p className={styles.title}>
          {fill(copy['mock.app.title'])}
          <span>{copy['mock.panel.title']}</span>
        </p>
        {trouble ? (
          <p role="alert" className={styles.trouble}>
            {trouble}
          </p>
        ) : null}
        <HouseholdSection />
        <PageSection />
        <DeviceSection />
      </div>
      <div className={styles.column}>
        <FaultSection />
        <ShareSection />
        <LogSection />
      </div>
    </div>
  );
}

function ShareSection() {
  const shares = useAppState((state) => state.shares);
  if (shares.length === 0) return null;
  return (
    <Section title={copy['mock.panel.shares']} testId="shares">
      <ul>
        {shares.map(({ key, channel, card }) => (
          <li key={key} className={styles.share}>
            <span className={styles.channel}>{copy[`mock.share.${channel}`]}</span>
            <a href={card.link} target="_blank" rel="noreferrer">
              {card.title || card.link}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function HouseholdSection() {
  const app = useApp();
  const households = useAppState((state) => state.households);
  const session = useAppState((state) => state.session);
  return (
    <Section
      title={copy['mock.panel.household']}
      testId="households"
      action={
        session ? (
          <button type="button" className={controls.quiet} onClick={app.logout} data-testid="logout">
            {copy['mock.app.logout']}
          </button>
        ) : (
          <span className={controls.label} data-testid="guest">
            {copy['mock.app.guest']}
          </span>
        )
      }
    >
      {households.phase === 'loading' ? <p className={controls.label}>{copy['mock.panel.household.loading']}</p> : null}
      {households.phase === 'failed' ? (
        <div className={controls.row}>
          <p role="alert" className={controls.bad}>
            {fill(copy['mock.panel.household.fail'], { message: households.message })}
          </p>
          <button type="button" className={controls.button} onClick={() => void app.loadHouseholds()}>
            {copy['mock.panel.retry']}
          </button>
        </div>
      ) : null}
      {households.phase === 'ready' ? (
        <ul className={styles.list}>
          {households.list.map((household) => (
            <li key={household.userId}>
              <HouseholdButton household={household} />
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

function HouseholdButton({ household }: { household: Household }) {
  const app = useApp();
  const current = useAppState((state) => state.session?.userId === household.userId);
  const pending = useAppState((state) => state.loggingIn === household.userId);
  const home = useAppState((state) => (state.session?.userId === household.userId ? state.session.home : null));
  const [fridge] = (home ?? household).fridges;
  const model = fridge?.sn8 || fridge?.fridgeId || copy['mock.panel.noFridge'];
  return (
    <button
      type="button"
      className={styles.household}
      aria-pressed={current}
      onClick={() => void app.chooseUser(household.userId)}
      data-testid={`household-${household.userId}`}
    >
      <span className={styles.lamp} />
      <span className={styles.name}>
        {household.nickName || household.userId}
        <code>{household.userId}</code>
      </span>
      <code>{pending ? copy['mock.panel.pending'] : model}</code>
      {household.description ? <span className={styles.text}>{household.description}</span> : null}
    </button>
  );
}
