import { useAppState } from '../app/use-app.ts';
import { copy } from '../copy.ts';
import { NativePages } from '../native/native-pages.tsx';
import { HomeScreen } from './home-screen.tsx';
import { StatusBar } from './status-bar.tsx';
import { WebViewFrame } from './web-view-frame.tsx';
import { screen } from './window-size.ts';
import styles from './phone.module.css';

/**
 * The phone. What stands below the top layer is inert, as on a real one.
 * @param scale `null`: the window is a phone itself, and the screen fills it with no rim
 * @param onControls opens the panel where it doesn't stand beside the phone
 */
export function Phone({ scale, onControls }: { scale: number | null; onControls: (() => void) | null }) {
  const views = useAppState((state) => state.views);
  const pages = useAppState((state) => state.pages);
  const top = views.length - 1;
  const covered = pages.length > 0;
  /** The app's own surfaces are light; what a web view shows under the status bar is the page's affair. */
  const page = pages.at(-1);
  const onLight = page ? page.kind !== 'share' : (views.at(-1)?.nativeHeader ?? true);
  const glass = (
    <div className={styles.screen} data-testid="phone-screen">
      <div className={styles.layer} inert={views.length > 0 || covered}><HomeScreen /></div>
      {views.map((view, index) => (
        <div className={styles.layer} key={view.key} inert={index < top || covered}><WebViewFrame view={view} /></div>
      ))}
      <NativePages pages={pages} />
      <StatusBar onControls={onControls} onLight={onLight} />
    </div>
  );
  if (scale === null) return <section className={styles.bare} aria-label={copy['mock.app.phone.aria']}>{glass}</section>;
  const width = (screen.width + 2 * screen.rim) * scale;
  const height = (screen.height + 2 * screen.rim) * scale;
  return (
    <section className={styles.place} style={{ width, height }} aria-label={copy['mock.app.phone.aria']}>
      <div className={styles.body} style={{ transform: `scale(${scale})` }}>
        <span className={styles.keyLeft} />
        <span className={styles.keyRight} />
        {glass}
      </div>
    </section>
  );
}
