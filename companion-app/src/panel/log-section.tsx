import { fill } from '@fridge/shared-contracts';
import { useStore } from 'zustand';
import { useApp } from '../app/use-app.ts';
import type { LogEntry } from '../bridge/message-log.ts';
import { copy } from '../copy.ts';
import { Icon } from '../icon.tsx';
import { Section } from './controls.tsx';
import controls from './controls.module.css';
import styles from './log-section.module.css';

export function LogSection() {
  const { log } = useApp();
  const entries = useStore(log.store);
  return (
    <Section
      title={copy['mock.panel.log']}
      testId="log"
      grows
      action={
        <button
          type="button"
          className={controls.quiet}
          disabled={entries.length === 0}
          onClick={log.clear}
          data-testid="clear-log"
        >
          {copy['mock.panel.log.clear']}
        </button>
      }
    >
      {entries.length === 0 ? <p className={controls.label}>{copy['mock.panel.log.empty']}</p> : null}
      <ol className={styles.list}>
        {entries.map((entry) => (
          <li key={entry.key}>
            <LogLine entry={entry} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function LogLine({ entry }: { entry: LogEntry }) {
  const toApp = entry.direction === 'toApp';
  return (
    <details className={styles.entry} data-outcome={entry.outcome} data-method={entry.name} data-testid="log-entry">
      <summary className={styles.summary}>
        <time className={styles.time}>{clockTime(entry.at)}</time>
        <Icon size={16} className={styles.arrow}>
          <path d={toApp ? 'M5 12h14M13 6l6 6-6 6' : 'M19 12H5M11 6l-6 6 6 6'} />
        </Icon>
        <span className="visually-hidden">{toApp ? copy['mock.panel.log.toApp'] : copy['mock.panel.log.toPage']}</span>
        <code className={styles.name}>{entry.name}</code>
        <span className={styles.outcome}>{copy[`mock.panel.log.${entry.outcome}`]}</span>
        <span className={styles.took}>
          {entry.took === null ? '' : fill(copy['mock.panel.log.ms'], { n: entry.took })}
        </span>
      </summary>
      <pre className={styles.detail}>{detailText(entry)}</pre>
    </details>
  );
}

function detailText({ id, detail }: LogEntry): string {
  return JSON.stringify(id ? { id, detail: detail ?? null } : (detail ?? null), null, 2);
}

function clockTime(at: number): string {
  const date = new Date(at);
  const parts = [date.getHours(), date.getMinutes(), date.getSeconds()].map((part) => String(part).padStart(2, '0'));
  return `${parts.join(':')}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
