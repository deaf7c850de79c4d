import {
  compatibility, type EmbeddedRegistry, findRoute, type Registry, REMOTE_ATTRIBUTE, type RouteMatch, type RuntimeSettings,
  windowStateOf,
} from '@fridge/shared-contracts/host';

/**
 * The modules and stylesheets to preload by route. None if the remote is switched off, outside its window, built for
 * another contract or at a foreign origin.
 * @param path the home page gets all routes, since hash links (`/#/open`) request `/`
 * @param now business time, ms; `null` counts every window as open
 */
export function linksAhead(
  registry: Registry,
  settings: Pick<RuntimeSettings, 'remoteOrigins' | 'windows'>,
  now: number | null,
  path: string,
): EmbeddedRegistry['ahead'] {
  const allPaths = Object.values(registry.remotes).flatMap(({ routes }) => routes.map((route) => route.path));
  const matches = (path === '/' ? allPaths : [path]).map((each) => findRoute(registry, each));
  const opened = matches.filter((match) => match !== null && opensAt(match, settings, now)) as RouteMatch[]; // filtered
  return Object.fromEntries(opened.map((match) => [match.route.path, linksOf(match)]));
}

function opensAt(
  { remote, route }: RouteMatch,
  { remoteOrigins, windows }: Pick<RuntimeSettings, 'remoteOrigins' | 'windows'>,
  now: number | null,
): boolean {
  const inWindow = route.window === null || now === null || windowStateOf(windows[route.window], now) === 'open';
  const isAllowed = remoteOrigins.includes(new URL(remote.entry).origin);
  return remote.enabled && inWindow && isAllowed && compatibility(remote.contract) === 'fits';
}

function linksOf({ name, remote, route }: RouteMatch): Record<string, string>[] {
  const absolute = (file: string) => new URL(file, new URL('.', remote.entry)).href;
  const scripts = new Set(route.scripts.map(absolute));
  scripts.delete(remote.entry);
  return [
    { rel: 'modulepreload', href: remote.entry, [REMOTE_ATTRIBUTE]: name }, // for the host's start-container.ts
    ...[...scripts].map((href) => ({ rel: 'modulepreload', href })),
    ...remote.styles.map(({ file, integrity }) => ({ rel: 'preload', as: 'style', href: absolute(file), integrity })),
  ];
}
