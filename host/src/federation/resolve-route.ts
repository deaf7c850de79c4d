import type { ActivityWindow, WindowState } from '@fridge/shared-contracts';
import { compatibility, findRoute, type RouteMatch } from '@fridge/shared-contracts/page';
import { copy } from '../copy.ts';
import type { RegistryState } from './registry.ts';

type ResolvedRoute =
  | { kind: 'reading' | 'notFound' | 'switchedOff' }
  /** No registry, or an unreadable entry may have the route. */
  | { kind: 'unavailable' }
  | { kind: 'notStarted'; start: string }
  | { kind: 'ended'; end: string }
  | { kind: 'activity'; match: RouteMatch };

/**
 * Resolves an address that is no page of the host (architecture, "The house").
 * @param opened what the visit was opened with: only a switch closes it, whatever else the registry says by now
 */
export function resolveRoute({
  path,
  opened,
  registry,
  windowStateOf,
  bounds,
}: {
  path: string;
  opened: RouteMatch | null;
  registry: RegistryState;
  windowStateOf: (name: string) => WindowState;
  bounds: (name: string) => ActivityWindow;
}): ResolvedRoute {
  if (registry.kind !== 'ready') return { kind: registry.kind };
  const match = opened ?? findRoute(registry.registry, path);
  if (!match) return { kind: registry.broken.length > 0 ? 'unavailable' : 'notFound' };
  const { enabled } = registry.registry.remotes[match.name] ?? match.remote;
  if (!enabled) return { kind: 'switchedOff' };
  const name = match.route.window;
  const { start, end } = name ? bounds(name) : { start: null, end: null };
  const state = name ? windowStateOf(name) : 'open';
  if (state === 'notStarted' && start) return { kind: 'notStarted', start };
  if (state === 'ended' && end) return { kind: 'ended', end };
  return { kind: 'activity', match };
}

/** Whether an activity opens there. */
export function opensAt(registry: RegistryState, path: string): boolean {
  const match = registry.kind === 'ready' ? findRoute(registry.registry, path) : null;
  return match !== null && match.remote.enabled && compatibility(match.remote.contract) === 'fits';
}

/** Name of the enabled remote that has this path. */
export function enabledRemoteAt(registry: RegistryState, path: string): string | null {
  const match = registry.kind === 'ready' ? findRoute(registry.registry, path) : null;
  return match?.remote.enabled ? match.name : null;
}

const titles = {
  notFound: copy['host.notFound.docTitle'],
  switchedOff: copy['host.offline.docTitle'],
  notStarted: copy['host.notStarted.docTitle'],
  ended: copy['host.ended.docTitle'],
  reading: '',
  unavailable: '',
} as const;

/** Empty until known. */
export function routeTitle(route: ResolvedRoute): string {
  return route.kind === 'activity' ? route.match.route.title || route.match.remote.title : titles[route.kind];
}
