import { useEffect, useState } from 'react';
import type { NativePage } from '../app/app-state.ts';
import { useAppState } from '../app/use-app.ts';
import { copy } from '../copy.ts';
import { Icon } from '../icon.tsx';
import { AddDevicePage, LoginPage } from '../native/native-page.tsx';
import { PhotoPicker } from '../native/photo-picker.tsx';
import { SharePanel } from '../native/share-panel.tsx';
import { HomeScreen } from './home-screen.tsx';
import { WebViewFrame } from './web-view-frame.tsx';
import styles from './phone.module.css';

/** Screen and rim of the phone, CSS px. */
const screen = { width: 390, height: 844, rim: 12 } as const;
const AIR = 40;
const SMALLEST = 0.5;

export function phoneScale(windowHeight: number): number {
  const fits = (windowHeight - AIR) / (screen.height + 2 * screen.rim);
  return Math.min(1, Math.max(SMALLEST, fits));
}

/**
 * Everything below the top layer is inert.
 * @param scale `null` in a phone-sized window: the screen fills it
 * @param onControls opens the panel where it isn't beside the phone
 */
export function Phone({ scale, onControls }: { scale: number | null; onControls: (() => void) | null }) {
  const views = useAppState((state) => state.views);
  const pages = useAppState((state) => state.pages);
  const top = views.length - 1;
  const covered = pages.length > 0;
  const page = pages.at(-1);
  /** The app's own pages are light; a web view may have any colour. */
  const onLight = page ? page.kind !== 'share' : (views.at(-1)?.nativeHeader ?? true);
  const glass = (
    <div className={styles.screen} data-testid="phone-screen">
      <div className={styles.layer} inert={views.length > 0 || covered}>
        <HomeScreen />
      </div>
      {views.map((view, index) => (
        <div className={styles.layer} key={view.key} inert={index < top || covered}>
          <WebViewFrame view={view} />
        </div>
      ))}
      {pages.map((each, index) => (
        <div key={each.key} inert={index < pages.length - 1}>
          <PageOf page={each} />
        </div>
      ))}
      <StatusBar onControls={onControls} onLight={onLight} />
    </div>
  );
  const label = copy['mock.app.phone.aria'];
  if (scale === null)
    return (
      <section className={styles.bare} aria-label={label}>
        {glass}
      </section>
    );
  const width = (screen.width + 2 * screen.rim) * scale;
  const height = (screen.height + 2 * screen.rim) * scale;
  return (
    <section className={styles.place} style={{ width, height }} aria-label={label}>
      <div className={styles.body} style={{ transform: `scale(${scale})` }}>
        <span className={styles.keyLeft} />
        <span className={styles.keyRight} />
        {glass}
      </div>
    </section>
  );
}

function PageOf({ page }: { page: NativePage }) {
  switch (page.kind) {
    case 'login':
      return <LoginPage onDone={page.finish} />;
    case 'addDevice':
      return <AddDevicePage onDone={page.finish} />;
    case 'photos':
      return <PhotoPicker max={page.max} onDone={page.finish} />;
    case 'share':
      return <SharePanel card={page.card} channels={page.channels} onDone={page.finish} />;
  }
}

const clock = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false });
const LOOK_AT_CLOCK_MS = 5_000;

/** In a phone-sized window the island opens the panel. */
function StatusBar({ onControls, onLight }: { onControls: (() => void) | null; onLight: boolean }) {
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
        <button
          type="button"
          className={styles.island}
          onClick={onControls}
          aria-label={copy['mock.app.controls']}
          data-testid="open-controls"
        >
          <Icon>
            <path d="M4 8h9M17 8h3M4 16h3M11 16h9" />
            <circle cx="15" cy="8" r="2" />
            <circle cx="9" cy="16" r="2" />
          </Icon>
        </button>
      ) : null}
    </div>
  );
}
