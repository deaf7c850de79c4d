import { useLayoutEffect, useState } from 'react';
import type { NavigationService, WindowService, WindowState } from '@fridge/shared-contracts';
import { useStore } from '@fridge/shared-ui';
import { ActivityView, type ViewParts } from './federation/activity-view.tsx';
import { isClosed, resolveRoute } from './federation/resolve-route.ts';
import { DocumentPage } from './pages/document-page.tsx';
import { Countdown } from './pages/countdown.tsx';
import { ClosedPage } from './pages/state-pages.tsx';
import type { StillOpen } from './pages/still-open.tsx';
import type { RouteHeader } from './shell/header.tsx';
import type { Visit } from './shell/navigation.ts';

export interface ActivityParts extends ViewParts, Pick<NavigationService, 'push' | 'replace'> {
  /** Whether this page can't open a visit with what it was served with. */
  needsDocument: (visit: Visit) => boolean;
  platform: { services: { windows: WindowService } };
  setHeader: (route: RouteHeader) => void;
  /** What stays open of what users have won or handed in, where an activity is over. */
  stillOpenAt: (path: string) => StillOpen;
}

/**
 * Address -> the page's registry -> route here; check the release -> preload -> load -> check the module in
 * `load-screen.ts`; mount -> fail or retry in `ActivityView`.
 */
export function OpenActivity({ visit, parts }: { visit: Visit; parts: ActivityParts }) {
  const { releases } = parts;
  const { windows } = parts.platform.services;
  useStore(releases.switches);
  useStore(windows); // a clock that becomes known may close a window
  const stateOf = useVisitWindows(windows);
  const [needsDocument] = useState(() => parts.needsDocument(visit));
  const route = resolveRoute(visit.path, releases, { ...windows, stateOf });
  const { title } = route;
  const isOpening = route.kind === 'activity' && !needsDocument;
  // Loading and failed pages keep the activity's tone.
  const tone = (!isClosed(route) && releases.find(visit.path)?.route.tone) || null;
  useLayoutEffect(() => {
    if (parts.screens.isCurrent(visit)) parts.setHeader({ title, tone }); // else it belongs to the next screen
    if (!isOpening) parts.screens.removeFormer(visit);
  }, [parts, title, tone, isOpening, visit]);
  if (needsDocument) return <DocumentPage loadDocument={parts.loadDocument} />;
  if (route.kind === 'activity')
    return <ActivityView key={route.match.name} visit={visit} match={route.match} parts={parts} />;
  if (route.kind === 'unavailable') return <DocumentPage failed="registry" loadDocument={parts.loadDocument} />;
  const { kind, bound } = route;
  const isOver = kind === 'offline' || kind === 'ended';
  return (
    <ClosedPage
      name={kind}
      told={kind === 'offline' ? releases.offTextAt(visit.path) : undefined}
      bound={bound}
      onPress={() => parts.push(kind === 'notFound' ? '/' : '/default')}
      stillOpen={isOver ? parts.stillOpenAt(visit.path) : undefined}
    >
      {kind === 'notStarted' && bound !== undefined && (
        <Countdown start={bound} now={windows.now} onStart={() => parts.replace(visit.path, visit.query)} />
      )}
    </ClosedPage>
  );
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
