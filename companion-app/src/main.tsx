import { fill } from '@fridge/shared-contracts';
import { StrictMode, useEffect, useRef, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { createCompanionApp, mirrorInAddressBar } from './app/companion-app.ts';
import { AppContext, useApp } from './app/use-app.ts';
import { copy } from './copy.ts';
import { Panel } from './panel/panel.tsx';
import { Phone, phoneScale } from './phone/phone.tsx';
import { APP_SETTINGS_ELEMENT_ID, readAppSettings } from './settings/app-settings.ts';
import { readStartOptions } from './settings/start-options.ts';
import styles from './workbench.module.css';
import './base.css';

/** Up to this width a window is shown as a phone, CSS px. */
const PHONE_WINDOW = 480;

function Workbench() {
  const { width, height } = useWindowSize();
  const drawer = useRef<HTMLDialogElement>(null);
  const { state } = useApp();
  useEffect(() => {
    let shown = state.getState().views;
    return state.subscribe(() => {
      const { views } = state.getState();
      if (views !== shown) drawer.current?.close();
      shown = views;
    });
  }, [state]);
  const name = <h1 className="visually-hidden">{fill(copy['mock.app.title'])}</h1>;

  if (width <= PHONE_WINDOW) {
    return (
      <main className={styles.bare}>
        {name}
        <Phone scale={null} onControls={() => drawer.current?.showModal()} />
        <dialog ref={drawer} className={styles.drawer} aria-label={copy['mock.panel.title']} data-testid="controls">
          <button type="button" className={styles.close} onClick={() => drawer.current?.close()}>
            {copy['mock.app.controls.close']}
          </button>
          <Panel />
        </dialog>
      </main>
    );
  }
  return (
    <main className={styles.workbench}>
      {name}
      <div className={styles.stage}>
        <Phone scale={phoneScale(height)} onControls={null} />
      </div>
      <Panel />
    </main>
  );
}

function useWindowSize(): { width: number; height: number } {
  const width = useSyncExternalStore(onResize, () => window.innerWidth);
  const height = useSyncExternalStore(onResize, () => window.innerHeight);
  return { width, height };
}

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

const settings = readAppSettings(document.getElementById(APP_SETTINGS_ELEMENT_ID)?.textContent ?? '');
const app = createCompanionApp(settings);
app.start(readStartOptions(location.search));
mirrorInAddressBar(app.state);

const root = document.getElementById('root');
if (!root) throw new Error('index.html lacks <div id="root">.');
createRoot(root).render(
  <StrictMode>
    <AppContext value={app}>
      <Workbench />
    </AppContext>
  </StrictMode>,
);
