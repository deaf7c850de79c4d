import { useLayoutEffect, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { NavigationService, WindowService, WindowState } from '@fridge/shared-contracts';
import type { RouteMatch } from '@fridge/shared-contracts/host';
import type { ServeActivity } from './federation/activity-services.ts';
import { ActivityView, type OpenedScreen } from './federation/activity-view.tsx';
import { type FailureLog, failureOf } from './federation/failures.ts';
import { checkRelease, loadScreen, type RemoteModules, styled } from './federation/load-screen.ts';
import type { RegistryKeeper } from './federation/registry.ts';
import { preloadModules, releaseFiles } from './federation/release-files.ts';
import { resolveRoute, routeTitle } from './federation/resolve-route.ts';
import type { ScreenChange } from './federation/screen-change.ts';
import type { AttachedStyles, Stylesheets } from './federation/stylesheets.ts';
import { RegistryFailedPage } from './pages/failed/failed.tsx';
import { EndedPage, NotFoundPage, NotStartedPage, SwitchedOffPage } from './pages/state/state-pages.tsx';
import type { RouteHeader } from './shell/header/header-store.ts';
import type { Visit } from './shell/navigation.ts';

/** What opening an activity needs of the house. */
export interface ActivityHouse {
  registry: RegistryKeeper;
  windows: Pick<WindowService, 'bounds' | 'getState' | 'subscribe'>;
  /** Judges a period once for each visit. */
  judge: (visit: number, period: string) => WindowState;
  remoteOrigins: readonly string[];
  modules: RemoteModules;
  styles: Stylesheets;
  screens: ScreenChange;
  serve: ServeActivity;
  failures: FailureLog;
  setHeader: (route: RouteHeader) => void;
  push: NavigationService['push'];
}

/**
 * From an address to a mounted screen: address -> registry -> route -> preload -> load -> check -> mount -> fail or
 * retry. The first three steps are here, `openScreen` below takes the next three, and `ActivityView` mounts what it
 * brings, or shows why not.
 */
export function OpenActivity({ visit, house }: { visit: Visit; house: ActivityHouse }) {
  const registry = useStore(house.registry.store); // the page brought it; polls renew it
  useSyncExternalStore(house.windows.subscribe, house.windows.getState); // a clock that becomes known may close a period
  const route = resolveRoute({ path: visit.path, registry, windowStateOf: (name) => house.judge(visit.number, name), bounds: house.windows.bounds });
  const title = routeTitle(route);
  const tone = route.kind === 'activity' ? route.match.route.tone : null;
  useLayoutEffect(() => {
    const isFormer = house.screens.current.getState().number !== visit.number; // the header is the next screen's
    if (!isFormer) house.setHeader({ title, tone });
  }, [house, title, tone, visit.number]);
  const opens = route.kind === 'activity' || route.kind === 'reading';
  useLayoutEffect(() => {
    if (!opens) house.screens.arrive(visit);
  }, [house, opens, visit]);
  const toHall = () => house.push('/default');

  switch (route.kind) {
    // One element for both: most addresses are an activity's, and the wait for it should not begin twice.
    case 'reading':
    case 'activity':
      return <ActivityView visit={visit} match={route.kind === 'activity' ? route.match : null} house={house} open={openScreen} />;
    case 'unknown':
    case 'registryUnavailable':
      return <RegistryFailedPage refresh={house.registry.refresh} />;
    case 'notFound':
      return <NotFoundPage onHome={() => house.push('/')} />;
    case 'switchedOff':
      return <SwitchedOffPage onOthers={toHall} />;
    case 'notStarted':
      return <NotStartedPage start={route.start} onOthers={toHall} />;
    case 'ended':
      return <EndedPage end={route.end} onOthers={toHall} />;
  }
}

/** Route -> preload -> load -> check. Every phase is bounded; after a failure the next attempt takes new addresses. @throws ActivityFailure */
export async function openScreen(match: RouteMatch, { modules, styles, remoteOrigins }: Pick<ActivityHouse, 'modules' | 'styles' | 'remoteOrigins'>): Promise<OpenedScreen> {
  const { name, remote, route } = match;
  let attached: AttachedStyles | undefined;
  checkRelease(remote, remoteOrigins); // before anything of it is fetched
  const attempt = modules.begin(name);
  try {
    const files = releaseFiles(remote, route, attempt.number);
    preloadModules(files.scripts);
    attached = styles.attach(files.styles);
    const styling = styled(attached.ready);
    styling.catch(() => undefined); // waited for below, unless something fails before
    const activity = await attempt.loadActivity(files.entry); // loads the entry, checks what it exposes and its contract
    const Screen = await loadScreen(activity, match);
    await styling;
    attempt.succeed();
    return { Screen, leave: attached.detach, discard: attempt.discard };
  } catch (error) {
    attached?.detach();
    attempt.discard();
    throw failureOf(error, 'entry', 'network');
  }
}
