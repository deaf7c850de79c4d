import {
  cardOf,
  compatibility,
  findRoute,
  hostPaths,
  isLetOpen,
  type KnownRemote,
  linksOfRoute,
  type PageData,
  type Registry,
  type RegistryEntry,
  type RouteMatch,
  type RuntimeSettings,
  switchStateOf,
  windowStateOf,
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
      // The page's schema adds what is left out.
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

/**
 * The modules and stylesheets to preload by route, of the path and, at the home, of all routes whose remote has its
 * whole entry in the page: hash links (`/#/open`) request `/`. None if its switch or window closes it, or its remote is
 * built for another contract.
 * @param now business time, ms; `null` counts every window as open
 */
export function preloadLinksOf(
  registry: Registry,
  settings: Pick<RuntimeSettings, 'windows'>,
  now: number | null,
  path: string,
): PageData['preloadLinks'] {
  const openAt = (each = '') => openRoute(registry, settings, now, each);
  const remotes = Object.values(registry.remotes);
  const own = openAt(path)?.remote;
  const isWhole = (remote: RegistryEntry) => remote === own || releaseMap(remote) === null;
  const paths =
    path === '/' ? remotes.filter(isWhole).flatMap(({ routes }) => routes.map((each) => each.path)) : [path];
  const opened = paths.map(openAt).filter((match) => match !== null);
  const whole = opened.filter(({ remote }) => isWhole(remote));
  return Object.fromEntries(whole.map((match) => [match.route.path, linksOfRoute(match)]));
}

/** The path's remote, whose integrity map is in the page; `null` unless the page may start loading it. */
export function openRoute(
  registry: Registry,
  { windows }: Pick<RuntimeSettings, 'windows'>,
  now: number | null,
  path: string,
): RouteMatch | null {
  const match = findRoute(registry, path);
  if (match === null) return null;
  const { remote, route } = match;
  const inWindow = route.window === null || now === null || windowStateOf(windows[route.window], now) === 'open';
  const opens = isLetOpen(switchStateOf(remote), route) && inWindow && compatibility(remote.contract) === 'fits';
  return opens ? match : null;
}
