import { fill } from '@fridge/shared-contracts';
import { useAppState } from '../app/use-app.ts';
import { copy } from '../copy.ts';
import { Section } from './controls.tsx';
import { DeviceSection } from './device-section.tsx';
import { FaultSection } from './fault-section.tsx';
import { HouseholdSection } from './household-section.tsx';
import { LogSection } from './log-section.tsx';
import { PageSection } from './page-section.tsx';
import styles from './panel.module.css';

export function Panel() {
  const trouble = useAppState((state) => state.trouble);
  return (
    <div className={styles.panel} data-testid="panel">
      <div className={styles.column}>
        <p className={styles.title}>{fill(copy['mock.app.title'])}<span>{copy['mock.panel.title']}</span></p>
        {trouble ? <p role="alert" className={styles.trouble}>{trouble}</p> : null}
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
            <a href={card.link} target="_blank" rel="noreferrer">{card.title || card.link}</a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
