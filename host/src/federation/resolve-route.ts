import type { WindowService } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';
import type { Releases } from './releases.ts';

/**
 * Resolves an address that is no page of the host (architecture, "The house").
 * @returns with the page's title, empty until known
 */
export function resolveRoute(path: string, releases: Releases, windows: Pick<WindowService, 'bounds' | 'stateOf'>) {
  const match = releases.openAt(path);
  if (!match) {
    if (releases.find(path)) return { kind: 'switchedOff', title: copy['host.offline.docTitle'] } as const;
    if (releases.isWhole) return { kind: 'notFound', title: copy['host.notFound.docTitle'] } as const;
    return { kind: 'unavailable', title: '' } as const; // an unreadable entry may have the route
  }
  const { window, title } = match.route;
  if (window !== null) {
    const { start, end } = windows.bounds(window);
    const state = windows.stateOf(window);
    if (state === 'notStarted' && start)
      return { kind: state, start, title: copy['host.notStarted.docTitle'] } as const;
    if (state === 'ended' && end) return { kind: state, end, title: copy['host.ended.docTitle'] } as const;
  }
  return { kind: 'activity', match, title: title || match.remote.title } as const;
}
