import type { ActivityWindow, WindowState } from '@fridge/shared-contracts';
import type { RouteMatch } from '@fridge/shared-contracts/page';
import { copy } from '../copy.ts';
import type { Releases } from './releases.ts';

type ResolvedRoute =
  | { kind: 'notFound' | 'switchedOff' }
  /** No registry, or an unreadable entry may have the route. */
  | { kind: 'unavailable' }
  | { kind: 'notStarted'; start: string }
  | { kind: 'ended'; end: string }
  | { kind: 'activity'; match: RouteMatch };

/** Resolves an address that is no page of the host (architecture, "The house"). */
export function resolveRoute({
  path,
  releases,
  windowStateOf,
  bounds,
}: {
  path: string;
  releases: Pick<Releases, 'isWhole' | 'find' | 'openAt'>;
  windowStateOf: (name: string) => WindowState;
  bounds: (name: string) => ActivityWindow;
}): ResolvedRoute {
  const match = releases.openAt(path);
  if (!match) return { kind: releases.find(path) ? 'switchedOff' : releases.isWhole ? 'notFound' : 'unavailable' };
  const name = match.route.window;
  if (name === null) return { kind: 'activity', match };
  const { start, end } = bounds(name);
  const state = windowStateOf(name);
  if (state === 'notStarted' && start) return { kind: 'notStarted', start };
  if (state === 'ended' && end) return { kind: 'ended', end };
  return { kind: 'activity', match };
}

const titles = {
  notFound: copy['host.notFound.docTitle'],
  switchedOff: copy['host.offline.docTitle'],
  notStarted: copy['host.notStarted.docTitle'],
  ended: copy['host.ended.docTitle'],
  unavailable: '',
} as const;

/** Empty until known. */
export function routeTitle(route: ResolvedRoute): string {
  return route.kind === 'activity' ? route.match.route.title || route.match.remote.title : titles[route.kind];
}
