import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { NavigationService, WindowService, WindowState } from '@fridge/shared-contracts';
import { findRoute, type RouteMatch } from '@fridge/shared-contracts/page';
import type { ServeActivity } from './federation/activity-services.ts';
import { ActivityView, type OnOpened, type OpenedScreen } from './federation/activity-view.tsx';

import { type FailureLog, failureOf } from './federation/failures.ts';
import {
  checkRelease,
  elapsedSince,
  loadScreen,
  releaseFiles,
  type RemoteModules,
  waitForStyles,
} from './federation/load-screen.ts';
import type { PublishedFiles } from './federation/published-files.ts';
import type { NewerHost } from './federation/newer-host.ts';
import type { IntegrityMaps } from './federation/integrity-maps.ts';
import { preloadModules } from './federation/preload-modules.ts';
import type { RegistryKeeper } from './federation/registry.ts';
import { resolveRoute, routeTitle } from './federation/resolve-route.ts';
import type { ScreenChange } from './federation/screen-change.ts';
import type { Stylesheets } from './federation/stylesheets.ts';
import { EndedPage, NotFoundPage, NotStartedPage, RegistryFailedPage, SwitchedOffPage } from './pages/state-pages.tsx';
import type { RouteHeader } from './shell/header.tsx';
import type { Visit } from './shell/navigation.ts';

export interface ActivityParts {
  registry: RegistryKeeper;
  newerHost: NewerHost;
  windows: WindowService;
  remoteOrigins: readonly string[];
  modules: RemoteModules;
  published: PublishedFiles;
  integrity: IntegrityMaps;
  styles: Stylesheets;
  screens: ScreenChange;
  serve: ServeActivity;
  failures: FailureLog;
  onOpened: OnOpened;
  reload: () => void;
  setHeader: (route: RouteHeader) => void;
  push: NavigationService['push'];
}

/**
 * Address -> registry -> route here; check the release -> preload -> load -> check the module in `openScreen`; mount ->
 * fail or retry in `ActivityView`. On a cold open `start-remote.ts` has begun the load.
 */
export function OpenActivity({ visit, parts }: { visit: Visit; parts: ActivityParts }) {
  const registry = useStore(parts.registry.store);
  useSyncExternalStore(parts.windows.subscribe, parts.windows.getState); // a clock that becomes known may close a window
  const windowStateOf = useVisitWindows(parts.windows);
  /** What the visit was opened with, until a retry or its remote is switched off; `switches` counts the latter. */
  const [opened, setOpened] = useState<{ match: RouteMatch | null; switches: number }>({ match: null, switches: 0 });
  const { bounds } = parts.windows;
  const route = resolveRoute({ path: visit.path, opened: opened.match, registry, windowStateOf, bounds });
  if (opened.match === null && route.kind === 'activity') setOpened({ ...opened, match: route.match });
  if (opened.match !== null && route.kind === 'switchedOff') setOpened({ match: null, switches: opened.switches + 1 });
  const title = routeTitle(route);
  const tone = route.kind === 'activity' ? route.match.route.tone : null;
  useLayoutEffect(() => {
    const isFormer = parts.screens.current.getState().number !== visit.number; // the header belongs to the next screen
    if (!isFormer) parts.setHeader({ title, tone });
  }, [parts, title, tone, visit.number]);
  const isOpening = route.kind === 'activity' || route.kind === 'reading';
  useLayoutEffect(() => {
    if (!isOpening) parts.screens.removeFormer(visit);
  }, [parts, isOpening, visit]);
  const toHall = () => parts.push('/default');

  switch (route.kind) {
    // One case: the loading page stays mounted when the registry arrives.
    case 'reading':
    case 'activity':
      return (
        <ActivityView
          key={opened.switches}
          visit={visit}
          opened={opened}
          latest={registry.kind === 'ready' ? findRoute(registry.registry, visit.path) : null}
          reopen={() => setOpened({ ...opened, match: null })}
          parts={parts}
          open={openScreen}
        />
      );
    case 'unavailable':
      return <RegistryFailedPage refresh={parts.registry.refresh} />;
    case 'notFound':
      return <NotFoundPage onHome={() => parts.push('/')} />;
    case 'switchedOff':
      return <SwitchedOffPage onOthers={toHall} />;
    case 'notStarted':
      return <NotStartedPage start={route.start} onOthers={toHall} />;
    case 'ended':
      return <EndedPage end={route.end} onOthers={toHall} />;
  }
}

/**
 * Keeps a window's state from the start of the visit: after its end the next action is refused, but the page stays
 * (architecture, "Windows"). Without a clock the state isn't kept.
 */
export function useVisitWindows({
  stateOf,
  now,
}: Pick<WindowService, 'stateOf' | 'now'>): (name: string) => WindowState {
  const [kept] = useState(() => new Map<string, WindowState>());
  return (name) => {
    const state = kept.get(name) ?? stateOf(name);
    if (now() !== null) kept.set(name, state);
    return state;
  };
}

/**
 * Each phase has a limit. After a failure the next attempt takes new addresses.
 * @throws ActivityFailure
 */
export async function openScreen(
  match: RouteMatch,
  {
    modules,
    published,
    integrity,
    registry,
    styles,
    remoteOrigins,
  }: Pick<ActivityParts, 'modules' | 'published' | 'integrity' | 'registry' | 'styles' | 'remoteOrigins'>,
): Promise<OpenedScreen> {
  const { name, remote, route } = match;
  let attached: ReturnType<Stylesheets['attach']> | undefined;
  checkRelease(remote, remoteOrigins);
  const attempt = modules.begin(name, remote.entry);
  let files: ReturnType<typeof releaseFiles> | undefined;
  try {
    files = releaseFiles(remote, route, attempt.number);
    const { entry: address, scripts } = files;
    const covered = integrity.cover({ name, ...remote }, scripts, registry).then(() => preloadModules(scripts));
    attached = styles.attach(files.styles);
    const begun = performance.now();
    const styling = waitForStyles(attached.ready).then(() => elapsedSince(begun));
    styling.catch(() => undefined); // awaited below unless an earlier step fails
    const activity = await attempt.loadActivity(address, covered);
    const entry = elapsedSince(begun);
    const imported = performance.now();
    const Screen = await loadScreen(activity, match);
    const phases = { entry, screen: elapsedSince(imported), styles: await styling };
    attempt.succeed();
    return { Screen, phases, leave: attached.detach, discard: attempt.discard };
  } catch (error) {
    attached?.detach();
    attempt.discard();
    const failure = failureOf(error, 'entry', 'network');
    const asked = failure.phase === 'styles' ? files?.styles : files?.scripts.map(published.describe);
    throw failure.asking(asked ?? []);
  }
}
