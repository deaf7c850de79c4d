import { useAppState } from '../app/use-app.ts';
import { copy } from '../copy.ts';
import { Section } from './section.tsx';
import styles from './share-section.module.css';

/** What was shared, to open it as its receiver would: in a plain browser. */
export function ShareSection() {
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
