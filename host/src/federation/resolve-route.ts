import type { ActivityWindow, WindowState } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';
import type { Releases } from './releases.ts';

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
}) {
  const match = releases.openAt(path);
  if (!match) {
    if (releases.find(path)) return { kind: 'switchedOff' } as const;
    return { kind: releases.isWhole ? 'notFound' : 'unavailable' } as const; // an unreadable entry may have the route
  }
  const name = match.route.window;
  const { start, end } = name === null ? { start: null, end: null } : bounds(name);
  const state = name === null ? 'open' : windowStateOf(name);
  if (state === 'notStarted' && start) return { kind: 'notStarted', start } as const;
  if (state === 'ended' && end) return { kind: 'ended', end } as const;
  return { kind: 'activity', match } as const;
}

const titles = {
  notFound: copy['host.notFound.docTitle'],
  switchedOff: copy['host.offline.docTitle'],
  notStarted: copy['host.notStarted.docTitle'],
  ended: copy['host.ended.docTitle'],
  unavailable: '',
} as const;

/** Empty until known. */
export function routeTitle(route: ReturnType<typeof resolveRoute>): string {
  return route.kind === 'activity' ? route.match.route.title || route.match.remote.title : titles[route.kind];
}
