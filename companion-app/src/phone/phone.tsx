import type { NativePage } from '../app/app-state.ts';
import { useAppState } from '../app/use-app.ts';
import { copy } from '../copy.ts';
import { AddDevicePage } from '../native/add-device-page.tsx';
import { LoginPage } from '../native/login-page.tsx';
import { PhotoPicker } from '../native/photo-picker.tsx';
import { SharePanel } from '../native/share-panel.tsx';
import { HomeScreen } from './home-screen.tsx';
import { StatusBar } from './status-bar.tsx';
import { WebViewFrame } from './web-view-frame.tsx';
import { screen } from './window-size.ts';
import styles from './phone.module.css';

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
      <div className={styles.layer} inert={views.length > 0 || covered}><HomeScreen /></div>
      {views.map((view, index) => (
        <div className={styles.layer} key={view.key} inert={index < top || covered}><WebViewFrame view={view} /></div>
      ))}
      {pages.map((each, index) => (
        <div key={each.key} inert={index < pages.length - 1}><PageOf page={each} /></div>
      ))}
      <StatusBar onControls={onControls} onLight={onLight} />
    </div>
  );
  const label = copy['mock.app.phone.aria'];
  if (scale === null) return <section className={styles.bare} aria-label={label}>{glass}</section>;
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
