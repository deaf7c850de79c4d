import type { WindowService } from '@fridge/shared-contracts';
import { cardOf } from '@fridge/shared-contracts/page';
import { copy } from '../copy.ts';
import type { ClosedName } from '../pages/state-pages.tsx';
import type { Releases } from './releases.ts';

/**
 * Resolves an address that is no page of the host (architecture, "The house").
 * @returns with the page's title, empty until known
 */
export function resolveRoute(path: string, releases: Releases, windows: Pick<WindowService, 'bounds' | 'stateOf'>) {
  const match = releases.openAt(path);
  if (!match) {
    if (releases.find(path)) return closed('offline');
    if (releases.isWhole) return closed('notFound');
    return { kind: 'unavailable', title: '' } as const; // an unreadable entry may have the route
  }
  const { window, title } = match.route;
  if (window !== null) {
    const { start, end } = windows.bounds(window);
    const state = windows.stateOf(window);
    if (state === 'notStarted' && start) return closed(state, start);
    if (state === 'ended' && end) return closed(state, end);
  }
  return { kind: 'activity', match, title: title || cardOf(match.remote)?.title || '' } as const;
}

const closed = (kind: ClosedName, bound?: string) => ({ kind, bound, title: copy[`host.${kind}.docTitle`] });

type Route = ReturnType<typeof resolveRoute>;

/** Whether no activity is open there, for a reason that is known. */
export const isClosed = (route: Route): route is ReturnType<typeof closed> =>
  route.kind !== 'activity' && route.kind !== 'unavailable';
