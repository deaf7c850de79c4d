import {
  compatibility,
  findRoute,
  integrityPath,
  isLetOpen,
  type PageData,
  type Registry,
  REMOTE_ATTRIBUTE,
  RUNTIME_FREE_ATTRIBUTE,
  type RouteMatch,
  type RuntimeSettings,
  switchStateOf,
  windowStateOf,
} from '@fridge/shared-contracts/page';
import { releaseMap } from './integrity-maps.ts';

/**
 * The modules and stylesheets to preload by route. None if its switch or window closes it, or its remote is built for
 * another contract or at a foreign origin.
 * @param path the home page gets all routes, since hash links (`/#/open`) request `/`
 * @param now business time, ms; `null` counts every window as open
 */
export function preloadLinksOf(
  registry: Registry,
  settings: Pick<RuntimeSettings, 'remoteOrigins' | 'windows'>,
  now: number | null,
  path: string,
): PageData['preloadLinks'] {
  const allPaths = Object.values(registry.remotes).flatMap(({ routes }) => routes.map((route) => route.path));
  const matches = (path === '/' ? allPaths : [path])
    .map((each) => findRoute(registry, each))
    .filter((match) => match !== null);
  const opened = matches.filter((match) => opensAt(match, settings, now));
  const inPage = remoteInPage(registry, settings, now, path)?.name;
  return Object.fromEntries(opened.map((match) => [match.route.path, [...mapLinks(match, inPage), ...linksOf(match)]]));
}

/** Of a hash link's remote: its modules wait for its map, which the home page lacks (`start-remote.ts` of the host). */
function mapLinks({ name, remote }: RouteMatch, inPage: string | undefined): Record<string, string>[] {
  const map = name === inPage ? null : releaseMap(remote);
  if (map === null) return [];
  const href = integrityPath([map.hash]);
  return [{ rel: 'preload', as: 'fetch', href, [REMOTE_ATTRIBUTE]: name }];
}

/** The remote of the path, whose integrity map is in the page; `null` unless the page may start loading it. */
export function remoteInPage(
  registry: Registry,
  settings: Pick<RuntimeSettings, 'remoteOrigins' | 'windows'>,
  now: number | null,
  path: string,
): RouteMatch | null {
  const match = findRoute(registry, path);
  return match !== null && opensAt(match, settings, now) ? match : null;
}

function opensAt(
  { remote, route }: RouteMatch,
  { remoteOrigins, windows }: Pick<RuntimeSettings, 'remoteOrigins' | 'windows'>,
  now: number | null,
): boolean {
  const inWindow = route.window === null || now === null || windowStateOf(windows[route.window], now) === 'open';
  const isAllowed = remoteOrigins.includes(new URL(remote.entry).origin);
  return isLetOpen(switchStateOf(remote), route) && inWindow && isAllowed && compatibility(remote.contract) === 'fits';
}

function linksOf({ name, remote, route }: RouteMatch): Record<string, string>[] {
  const absolute = (file: string) => new URL(file, new URL('.', remote.entry)).href;
  const scripts = new Set(route.scripts.map(absolute));
  scripts.delete(remote.entry);
  const marks = { [REMOTE_ATTRIBUTE]: name, ...(remote.runtimeFree && { [RUNTIME_FREE_ATTRIBUTE]: '' }) };
  return [
    { rel: 'modulepreload', href: remote.entry, ...marks }, // for the host's start-remote.ts
    ...[...scripts].map((href) => ({ rel: 'modulepreload', href })),
    ...remote.styles.map(({ file, integrity }) => ({ rel: 'preload', as: 'style', href: absolute(file), integrity })),
  ];
}
