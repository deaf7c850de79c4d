import { findRoute, type Period, type PeriodState, type RouteMatch, type ScheduleService } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';
import type { RegistryState } from './registry.ts';

/** What an address that isn't a page of the host's own shows at this moment. */
export type ResolvedRoute =
  | { kind: 'reading' }
  | { kind: 'registryUnavailable' }
  | { kind: 'notFound' }
  /** Nobody's route, while an entry of the registry can't be read: it may be that remote's. */
  | { kind: 'unknown' }
  | { kind: 'switchedOff'; match: RouteMatch }
  | { kind: 'notStarted'; match: RouteMatch; start: string }
  | { kind: 'ended'; match: RouteMatch; end: string }
  | { kind: 'activity'; match: RouteMatch };

export type RouteFacts = {
  path: string;
  registry: RegistryState;
  /** State of a named period, as this visit judged it. */
  periodState: (name: string) => PeriodState;
  bounds: (name: string) => Period;
};

/** Registry -> route: the one place that decides what an activity's address shows (architecture, "The house"). */
export function resolveRoute({ path, registry, periodState, bounds }: RouteFacts): ResolvedRoute {
  if (registry.kind === 'reading') return { kind: 'reading' };
  if (registry.kind === 'unavailable') return { kind: 'registryUnavailable' };
  const match = findRoute(registry.registry, path);
  if (!match) return { kind: registry.broken.length > 0 ? 'unknown' : 'notFound' };
  if (!match.remote.enabled) return { kind: 'switchedOff', match };
  const period = match.route.window;
  const { start, end } = period ? bounds(period) : { start: null, end: null };
  const state = period ? periodState(period) : 'open';
  if (state === 'notStarted' && start) return { kind: 'notStarted', match, start };
  if (state === 'ended' && end) return { kind: 'ended', match, end };
  return { kind: 'activity', match };
}

/** The remote that a path leads to, if it is switched on; `null` for any other path. */
export function remoteAt(registry: RegistryState, path: string): string | null {
  const match = registry.kind === 'ready' ? findRoute(registry.registry, path) : null;
  return match?.remote.enabled ? match.name : null;
}

/** Title of header and document; empty while it isn't known. */
export function routeTitle(route: ResolvedRoute): string {
  switch (route.kind) {
    case 'notFound':
      return copy['host.notFound.docTitle'];
    case 'switchedOff':
      return copy['host.offline.docTitle'];
    case 'notStarted':
      return copy['host.notStarted.docTitle'];
    case 'ended':
      return copy['host.ended.docTitle'];
    case 'activity':
      return route.match.route.title || route.match.remote.title;
    case 'reading':
    case 'unknown':
    case 'registryUnavailable':
      return '';
  }
}

/**
 * Judges the periods of a visit when the user arrives, and sticks to it: one that closes meanwhile doesn't take the
 * page away, the next action tells so (architecture, "Windows"). What was guessed without a clock holds until there is one.
 */
export function createPeriodJudge(schedule: Pick<ScheduleService, 'state' | 'now'>): (visit: number, period: string) => PeriodState {
  const visits = new Map<number, Map<string, PeriodState>>();
  return (visit, period) => {
    const judged = visits.get(visit) ?? new Map<string, PeriodState>();
    visits.delete(visit);
    visits.set(visit, judged);
    // Two at most are drawn at a time: the current one, and the one before it while its screen still stands.
    const [oldest] = visits.keys();
    if (visits.size > 2 && oldest !== undefined) visits.delete(oldest);
    const state = judged.get(period) ?? schedule.state(period);
    if (schedule.now() !== null) judged.set(period, state);
    return state;
  };
}
