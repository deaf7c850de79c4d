import { lazy, Suspense } from 'react';
import type { HostServices, RuntimeSettings, Skin } from '@fridge/shared-contracts';
import type { Navigation, Place } from '../navigation/navigation.ts';
import { RemoteLoading } from '../pages/remote-loading/remote-loading.tsx';
import { NotFoundPage } from '../pages/state-pages/not-found-page.tsx';
import { OfflinePage } from '../pages/state-pages/offline-page.tsx';
import type { RegistryStore } from '../registry/registry-store.ts';
import type { ScreenLoader } from '../remotes/load-screen.ts';
import { RemoteView } from '../remotes/remote-view.tsx';
import { Disconnected } from './disconnected.tsx';
import type { HostPage, ResolvedRoute } from './resolve-route.ts';
import { RegistryFailed } from './registry-failed.tsx';
import { WindowClosed } from './window-closed.tsx';

const Hall = lazy(() => import('./hall.tsx'));
const Share = lazy(() => import('./share.tsx'));

export type PageProps = {
  place: Place;
  skin: Skin;
  services: HostServices;
  navigation: Navigation;
  settings: RuntimeSettings;
  registry: RegistryStore;
};

/** One page for each kind of route. */
export function PageOf({ route, loader, ...page }: PageProps & { route: ResolvedRoute; loader: ScreenLoader }) {
  const { services } = page;
  const toHall = () => services.navigation.push('/default');
  switch (route.kind) {
    case 'activity':
      return <RemoteView match={route.match} loader={loader} host={services} />;
    case 'reading':
      return <RemoteLoading />;
    case 'registryUnavailable':
      return <RegistryFailed registry={page.registry} />;
    case 'notFound':
      return <NotFoundPage onHome={() => services.navigation.push('/')} />;
    case 'switchedOff':
      return <OfflinePage onOthers={toHall} />;
    case 'notStarted':
      return <WindowClosed state="notStarted" at={route.start} onOthers={toHall} />;
    case 'ended':
      return <WindowClosed state="ended" at={route.end} onOthers={toHall} />;
    case 'hostPage':
      return (
        <Suspense fallback={<RemoteLoading />}>
          <HostPageOf page={route.page} {...page} />
        </Suspense>
      );
  }
}

function HostPageOf({ page, ...props }: PageProps & { page: HostPage }) {
  switch (page) {
    case 'hall':
      return <Hall {...props} />;
    case 'share':
      return <Share {...props} variant={props.place.query['type'] === '2' ? 'report' : 'activity'} />;
    case 'reportShare':
      return <Share {...props} variant="report" />;
    case 'disconnected':
      return <Disconnected {...props} />;
  }
}
