import { type ActivityWindow, findRoute, type RouteMatch, type WindowState } from '@fridge/shared-contracts';
import type { RegistryState } from '../registry/registry-store.ts';

/** Pages that the host draws itself and that work when every remote is down. */
export const hostPages = {
  '/share': 'share',
  '/yearReportShare': 'reportShare',
  '/default': 'hall',
  '/disconnected': 'disconnected',
} as const;
export type HostPage = (typeof hostPages)[keyof typeof hostPages];

/** What an address shows at this moment. */
export type ResolvedRoute =
  | { kind: 'hostPage'; page: HostPage }
  | { kind: 'reading' }
  | { kind: 'registryUnavailable' }
  | { kind: 'notFound' }
  | { kind: 'switchedOff'; match: RouteMatch }
  | { kind: 'notStarted'; match: RouteMatch; start: string }
  | { kind: 'ended'; match: RouteMatch; end: string }
  | { kind: 'activity'; match: RouteMatch };

export type RouteFacts = {
  path: string;
  registry: RegistryState;
  windowState: (name: string) => WindowState;
  bounds: (name: string) => ActivityWindow;
};

/** Address -> registry -> route: the one place that decides which page is shown (architecture, "The house"). */
export function resolveRoute({ path, registry, windowState, bounds }: RouteFacts): ResolvedRoute {
  const page = Object.hasOwn(hostPages, path) ? hostPages[path as keyof typeof hostPages] : null; // checked just before
  if (page && page !== 'hall') return { kind: 'hostPage', page };
  if (registry.kind === 'reading') return { kind: 'reading' };
  if (registry.kind === 'unavailable') return { kind: 'registryUnavailable' };
  if (page) return { kind: 'hostPage', page };
  const match = findRoute(registry.registry, path);
  if (!match) return { kind: 'notFound' };
  if (!match.remote.enabled) return { kind: 'switchedOff', match };
  const { window } = match.route;
  const { start, end } = window ? bounds(window) : { start: null, end: null };
  const state = window ? windowState(window) : 'open';
  if (state === 'notStarted' && start) return { kind: 'notStarted', match, start };
  if (state === 'ended' && end) return { kind: 'ended', match, end };
  return { kind: 'activity', match };
}
