import {
  cardOf,
  compatibility,
  findRoute,
  hostPaths,
  isLetOpen,
  linksOfRoute,
  type PageData,
  type Registry,
  type RouteMatch,
  type RuntimeSettings,
  switchStateOf,
  windowStateOf,
} from '@fridge/shared-contracts/page';
import { releaseMap } from './integrity-maps.ts';

/** Of the hall: more are below the first window of a phone. */
const PICTURES = 2;

/**
 * The modules and stylesheets to preload by route, of the path and, at the home, of all routes whose remote has its
 * whole entry in the page: hash links (`/#/open`) request `/`; for the hall the pictures that its visitors see first.
 * None if its switch or window closes it, or its remote is built for another contract.
 * @param now business time, ms; `null` counts every window as open
 */
export function preloadLinksOf(
  registry: Registry,
  settings: Pick<RuntimeSettings, 'windows'>,
  now: number | null,
  path: string,
): PageData['preloadLinks'] {
  if (path === hostPaths.hall) return { [path]: pictureLinks(registry, settings, now) };
  const inPage = remoteInPage(registry, settings, now, path);
  const whole = Object.values(registry.remotes).filter(
    (remote) => remote === inPage?.remote || releaseMap(remote) === null,
  );
  const paths = path === '/' ? whole.flatMap(({ routes }) => routes.map((route) => route.path)) : [path];
  const matches = paths.map((each) => findRoute(registry, each)).filter((match) => match !== null);
  const opened = matches.filter((match) => whole.includes(match.remote) && opensAt(match, settings, now));
  return Object.fromEntries(opened.map((match) => [match.route.path, linksOfRoute(match)]));
}

function pictureLinks(
  registry: Registry,
  settings: Pick<RuntimeSettings, 'windows'>,
  now: number | null,
): Record<string, string>[] {
  return Object.values(registry.remotes)
    .flatMap((remote) => {
      const [first] = remote.routes;
      const match = first && findRoute(registry, first.path);
      const picture = cardOf(remote)?.picture ?? null;
      return match && picture !== null && opensAt(match, settings, now) ? [picture] : [];
    })
    .slice(0, PICTURES)
    .map((href) => ({ rel: 'preload', as: 'image', href }));
}

/** The remote of the path, whose integrity map is in the page; `null` unless the page may start loading it. */
export function remoteInPage(
  registry: Registry,
  settings: Pick<RuntimeSettings, 'windows'>,
  now: number | null,
  path: string,
): RouteMatch | null {
  const match = findRoute(registry, path);
  return match !== null && opensAt(match, settings, now) ? match : null;
}

function opensAt(
  { remote, route }: RouteMatch,
  { windows }: Pick<RuntimeSettings, 'windows'>,
  now: number | null,
): boolean {
  const inWindow = route.window === null || now === null || windowStateOf(windows[route.window], now) === 'open';
  return isLetOpen(switchStateOf(remote), route) && inWindow && compatibility(remote.contract) === 'fits';
}
