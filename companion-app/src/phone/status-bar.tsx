import { useEffect, useState } from 'react';
import { useAppState } from '../app/use-app.ts';
import { copy } from '../copy.ts';
import styles from './status-bar.module.css';

const clock = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false });
const LOOK_AT_CLOCK_MS = 5_000;

/** In a phone-sized window the island opens the panel. */
export function StatusBar({ onControls, onLight }: { onControls: (() => void) | null; onLight: boolean }) {
  const height = useAppState((state) => state.device.statusBarHeight);
  const [time, setTime] = useState(() => clock.format(new Date()));
  useEffect(() => {
    const timer = setInterval(() => setTime(clock.format(new Date())), LOOK_AT_CLOCK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={onLight ? styles.ink : styles.contrast} style={{ height }}>
      <span className={styles.glyphs} aria-hidden="true">
        <span className={styles.time}>{time}</span>
        <svg viewBox="0 0 62 14" width="62" height="14" fill="currentColor">
          <path d="M0 10h3v3H0zM5 7.500h3V13H5zM10 5h3v8h-3zM15 2h3v11h-3z" />
          <path d="M24 5.500a9 9 0 0 1 12 0l-1.600 1.900a6.500 6.500 0 0 0-8.800 0zM27 9a4.500 4.500 0 0 1 6 0l-3 3.600z" />
          <rect x="41.500" y="1.500" width="17" height="11" rx="3" fill="none" stroke="currentColor" opacity=".6" />
          <rect x="43.500" y="3.500" width="11" height="7" rx="1.500" />
          <path d="M60 5v4a2 2 0 0 0 0-4z" opacity=".6" />
        </svg>
      </span>
      {onControls ? (
        <button type="button" className={styles.island} onClick={onControls} aria-label={copy['mock.app.controls']} data-testid="open-controls">
          <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" aria-hidden="true">
            <path d="M4 8h9M17 8h3M4 16h3M11 16h9" /><circle cx="15" cy="8" r="2" /><circle cx="9" cy="16" r="2" />
          </svg>
        </button>
      ) : null}
    </div>
  );
}
