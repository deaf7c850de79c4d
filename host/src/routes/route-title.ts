import { copy } from '../copy.ts';
import type { ResolvedRoute } from './resolve-route.ts';

const hostPageTitles = {
  share: copy['host.share.docTitle'],
  reportShare: copy['host.share.docTitle'],
  hall: copy['host.default.docTitle'],
  disconnected: copy['host.disconnected.docTitle'],
} as const;

/** Header and document title of what an address shows; empty while that isn't known. */
export function routeTitle(route: ResolvedRoute): string {
  switch (route.kind) {
    case 'hostPage':
      return hostPageTitles[route.page];
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
    case 'registryUnavailable':
      return '';
  }
}
