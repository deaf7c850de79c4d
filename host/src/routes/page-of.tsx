import type { HostServices, RuntimeSettings, Skin } from '@fridge/shared-contracts';
import type { Navigation, Place } from '../navigation/navigation.ts';
import EndedPage from '../pages/state-pages/ended-page.tsx';
import { NotFoundPage } from '../pages/state-pages/not-found-page.tsx';
import NotStartedPage from '../pages/state-pages/not-started-page.tsx';
import { OfflinePage } from '../pages/state-pages/offline-page.tsx';
import type { RegistryStore } from '../registry/registry-store.ts';
import type { ScreenLoader } from '../remotes/load-screen.ts';
import { RemoteView } from '../remotes/remote-view.tsx';
import { Disconnected } from './disconnected.tsx';
import { LazyPage } from './lazy-page.tsx';
import type { HostPage, ResolvedRoute } from './resolve-route.ts';
import { RegistryFailed } from './registry-failed.tsx';

const loadHall = () => import('./hall.tsx');
const loadShare = () => import('./share.tsx');

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
    // One element for both: most addresses are an activity's, and the wait for it should not begin twice.
    case 'reading':
    case 'activity':
      return <RemoteView match={route.kind === 'activity' ? route.match : null} loader={loader} host={services} />;
    case 'registryUnavailable':
      return <RegistryFailed registry={page.registry} />;
    case 'notFound':
      return <NotFoundPage onHome={() => services.navigation.push('/')} />;
    case 'switchedOff':
      return <OfflinePage onOthers={toHall} />;
    case 'notStarted':
      return <NotStartedPage start={route.start} onOthers={toHall} />;
    case 'ended':
      return <EndedPage end={route.end} onOthers={toHall} />;
    case 'hostPage':
      return <HostPageOf page={route.page} {...page} />;
  }
}

function HostPageOf({ page, ...props }: PageProps & { page: HostPage }) {
  switch (page) {
    case 'hall':
      return <LazyPage load={loadHall} props={props} />;
    case 'share':
      return <LazyPage load={loadShare} props={{ ...props, variant: props.place.query['type'] === '2' ? 'report' : 'activity' }} />;
    case 'reportShare':
      return <LazyPage load={loadShare} props={{ ...props, variant: 'report' }} />;
    case 'disconnected':
      return <Disconnected {...props} />;
  }
}
