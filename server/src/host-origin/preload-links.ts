import {
  compatibility,
  findRoute,
  isLetOpen,
  linksOfRoute,
  type PageData,
  type Registry,
  type RegistryEntry,
  type RouteMatch,
  type RuntimeSettings,
  switchStateOf,
  windowStateOf,
} from '@fridge/shared-contracts/page';
import { releaseMap } from './integrity-maps.ts';

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
