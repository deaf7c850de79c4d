import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RuntimeSettings } from '@fridge/shared-contracts';
import { ConfirmDialog } from '../feedback/confirm-dialog.tsx';
import { ToastRegion } from '../feedback/toast-region.tsx';
import { Header } from '../header/header.tsx';
import { NetworkBanner } from '../pages/network-banner/network-banner.tsx';
import type { RegistryStore } from '../registry/registry-store.ts';
import type { ScreenLoader } from '../remotes/load-screen.ts';
import type { Shell } from '../services/create-services.ts';
import { applySkin } from '../skins/apply-skin.ts';
import { PageOf } from './page-of.tsx';
import { resolveRoute } from './resolve-route.ts';
import { routeTitle } from './route-title.ts';
import { useNetwork } from './use-network.ts';
import { usePageFocus } from './use-page-focus.ts';
import { createWindowJudge } from './window-judge.ts';

export type AppProps = {
  shell: Shell;
  settings: RuntimeSettings;
  registry: RegistryStore;
  loader: ScreenLoader;
  /** Called once the first screenful stands. */
  onDrawn: () => void;
};

/** The shell around every page: header, page, toasts and dialogs. */
export function App({ shell, settings, registry, loader, onDrawn }: AppProps) {
  const { services } = shell;
  const place = useSyncExternalStore(shell.navigation.subscribe, shell.navigation.get);
  const registryState = useSyncExternalStore(registry.subscribe, registry.get);
  const skin = useSyncExternalStore(services.skin.subscribe, services.skin.get);
  const networkDown = useNetwork(services.feedback.toast);
  const [judge] = useState(() => createWindowJudge(services.windows.state));
  const route = resolveRoute({
    path: place.path,
    registry: registryState,
    windowState: (name) => judge(place.key, name),
    bounds: services.windows.bounds,
  });
  const title = routeTitle(route);
  const page = usePageFocus(place.key);

  useEffect(() => applySkin(skin), [skin]);
  useEffect(() => shell.header.setRouteTitle(title), [shell, title]);
  useEffect(onDrawn, [onDrawn]);

  return (
    <>
      <Header header={shell.header} statusBar={shell.statusBar} onBack={services.navigation.back} onShare={() => void services.sharing.share()} />
      <main id="main" ref={page} tabIndex={-1} aria-label={title || undefined}>
        <PageOf key={place.key} route={route} place={place} skin={skin} services={services} navigation={shell.navigation} settings={settings} registry={registry} loader={loader} />
      </main>
      <NetworkBanner down={networkDown} />
      <ToastRegion toasts={shell.toasts} />
      <ConfirmDialog dialogs={shell.dialogs} loader={shell.dialogLoader} />
    </>
  );
}
