import './older-engines.ts';
import '../skins/skins.css';
import '../skins/document.css';
import { createRoot } from 'react-dom/client';
import { readAddress } from '@fridge/shared-contracts';
import { rememberScroll } from '../navigation/scroll-memory.ts';
import { scrollingPage } from '../navigation/scrolling-page.ts';
import { createRegistryStore, pollRegistry } from '../registry/registry-store.ts';
import { createFederation } from '../remotes/federation.ts';
import { createScreenLoader } from '../remotes/load-screen.ts';
import { preloadModules } from '../remotes/preload.ts';
import { attachStyles } from '../remotes/stylesheets.ts';
import { App } from '../routes/app.tsx';
import { opensPath } from '../routes/opens-path.ts';
import { createServices } from '../services/create-services.ts';
import { readSettings } from '../settings/read-settings.ts';
import { applySkin } from '../skins/apply-skin.ts';
import { takeEarlyRegistry } from './early-registry.ts';
import { countVisits } from './count-visits.ts';
import { safeStorage } from './safe-storage.ts';
import { showBootFailure } from './show-boot-failure.ts';

/**
 * The boot, top to bottom: address -> settings -> services -> registry -> loader -> app. Data flows on from there:
 * the app matches the route, the loader brings its screen, the screen gets the services.
 */
function boot(root: HTMLElement): void {
  const reading = readSettings(document);
  if (!reading.ok) return showBootFailure();
  const { settings } = reading;

  const shell = createServices({ address: readAddress(location), settings, window, opens: (path) => opensPath(registry.get(), path) });
  const registry = createRegistryStore({
    fetchRegistry: () => fetch('/remotes.json', { cache: 'no-store' }),
    early: takeEarlyRegistry(),
    storage: safeStorage(() => window.localStorage),
    onAnswer: shell.clock.observe,
  });
  const loader = createScreenLoader({
    federation: createFederation(),
    attachStyles,
    preloadModules,
    remoteOrigins: settings.remoteOrigins,
  });

  applySkin(shell.services.skin.get());
  const crashed = () => shell.tracker.track('remoteCrashed', { path: shell.navigation.get().path });
  const onUncaughtError = (error: unknown) => {
    // React has taken everything down: what stands in the page itself is all there is left to say it with.
    showBootFailure();
    crashed();
    setTimeout(() => {
      throw error;
    });
  };
  createRoot(root, { onCaughtError: crashed, onUncaughtError }).render(
    <App shell={shell} settings={settings} registry={registry} loader={loader} onDrawn={() => window.hostReady?.()} />,
  );
  shell.start();
  countVisits(shell.navigation, shell.tracker);
  rememberScroll(shell.navigation, scrollingPage(window));
  pollRegistry(registry);
}

const root = document.getElementById('root');
try {
  if (root) boot(root);
} catch (error) {
  showBootFailure();
  throw error;
}
