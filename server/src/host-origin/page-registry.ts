import {
  cardOf,
  compatibility,
  findRoute,
  hostPaths,
  type KnownRemote,
  type Registry,
  type RegistryEntry,
} from '@fridge/shared-contracts/page';
import type { ServedContent } from '../releases/registry/served-registry.ts';
import { type ListedRelease, releaseMap, releaseMaps, withoutShell } from './integrity-maps.ts';

/**
 * Other remotes that a page opens by itself: the policy names the map of each, in 54 bytes of a header that no encoding
 * makes smaller. For the rest it loads the document of their address.
 */
export const MOST_OTHERS = 8;

/** @returns that of the path first, which is closed now; then in the operators' order */
export function othersInPage(registry: Registry, inPage: RegistryEntry | null, path: string): ListedRelease[] {
  const ofPath = findRoute(registry, path)?.remote;
  const others = releaseMaps(registry).filter(({ release }) => release !== inPage);
  return others.toSorted((a, b) => Number(b.release === ofPath) - Number(a.release === ofPath)).slice(0, MOST_OTHERS);
}

/**
 * The whole entry of the page's own remote, and of those without an integrity map, which would bring it; of the others
 * what addresses and links need.
 * @param others remotes that the page opens without another document
 */
export function pageRegistry(
  { known, leftOut }: Pick<ServedContent, 'known' | 'leftOut'>,
  inPage: RegistryEntry | null,
  others: readonly ListedRelease[],
  path: string,
) {
  const entries = Object.entries(known.remotes).map(([name, remote]): [string, object] => {
    if (remote === inPage || (!remote.stopped && releaseMap(remote) === null)) return [name, wholeEntry(remote)];
    const isNear = others.some(({ release }) => release === remote);
    const { offText } = remote.enabled || !remote.routes.some((route) => route.path === path) ? {} : remote;
    return [
      name,
      {
        ...knownOf(remote, isNear || path === hostPaths.hall),
        ...(offText !== undefined && { offText }),
        ...onHostPage(remote, path),
      },
    ];
  });
  const unreadable = leftOut
    .filter(({ name }) => known.remotes[name] === undefined)
    .map(({ name }): [string, object] => [name, {}]);
  return { version: 1, remotes: Object.fromEntries([...entries, ...unreadable]) };
}

/** Without what only publishing and this origin need. */
function wholeEntry({ scripts, ...remote }: RegistryEntry): object {
  void scripts;
  return { ...remote, routes: remote.routes.map(withoutShell) };
}

/**
 * Without values that the schema adds.
 * @param isNear it opens here, and its header is known before its entry comes; or the hall tells its state
 */
function knownOf(remote: RegistryEntry, isNear: boolean): Partial<KnownRemote> {
  const { enabled, stopped, version, contract, routes, redirects, title } = remote;
  return {
    ...(!enabled && { enabled }),
    ...(stopped && { stopped }),
    version,
    ...(compatibility(contract) !== 'fits' && { contract }),
    ...(redirects && { redirects }),
    routes: routes.map(({ path, keeps, window, tone, ...route }) => ({
      path,
      ...(keeps && { keeps }),
      ...(isNear && { title: route.title || title, ...(window !== null && { window }), ...(tone && { tone }) }),
    })) as KnownRemote['routes'],
  };
}

/** For the hall's cards, and for the link of a share page. */
function onHostPage(remote: RegistryEntry, path: string): Partial<KnownRemote> {
  const { publicParameters } = remote;
  const isShare = path === hostPaths.share || path === hostPaths.reportShare;
  return {
    ...(path === hostPaths.hall && { card: cardOf(remote) }),
    ...(isShare && publicParameters.length > 0 && { publicParameters }),
  };
}
