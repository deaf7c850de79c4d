import { hostPaths, type Registry, type Release, type RuntimeSettings } from '@fridge/shared-contracts/host';

export type PlaceSettings = Pick<RuntimeSettings, 'windows' | 'activity2023' | 'remoteOrigins'>;

/**
 * Checks the release's origin, unclaimed routes, and names of windows and calls.
 * @returns one sentence per problem
 */
export function placeProblems(release: Release, baseUrl: string, registry: Registry, settings: PlaceSettings): string[] {
  const { remoteOrigins, windows, activity2023 } = settings;
  const { origin } = new URL(baseUrl);
  const paths = release.routes.map(({ path }) => withoutSlash(path));
  const others = Object.entries(registry.remotes).filter(([name]) => name !== release.name);
  const owners = new Map(others.flatMap(([name, { routes }]) => routes.map(({ path }) => [withoutSlash(path), name] as const)));
  const reserved = new Set<string>(Object.values(hostPaths));

  return [
    ...(remoteOrigins.includes(origin)
      ? []
      : [`pages load nothing from ${origin}: add it to remoteOrigins in the settings ${there(remoteOrigins)}`]),
    ...paths.filter((path) => reserved.has(path)).map((path) => `its route ${path} is a page of the host itself.`),
    ...paths.filter((path) => owners.has(path)).map((path) => `its route ${path} belongs to ${owners.get(path)}.`),
    ...[...new Set(paths.filter((path, at) => paths.indexOf(path) !== at))].map((path) => `it names the route ${path} twice.`),
    ...release.routes.flatMap(({ path, window }) => {
      if (window === null || Object.hasOwn(windows, window)) return [];
      return [`its route ${path} hangs on the window "${window}", which the settings don't have ${there(Object.keys(windows))}`];
    }),
    ...release.calls.flatMap((call) => {
      const name = /^setting:(.+)$/.exec(call)?.[1];
      if (name === undefined || Object.hasOwn(activity2023, name)) return [];
      return [`its call ${call} has no name in the settings' activity2023 ${there(Object.keys(activity2023))}`];
    }),
  ];
}

const there = (names: readonly string[]) => `(there: ${names.join(', ') || 'none'}).`;

/** A trailing slash doesn't matter. */
const withoutSlash = (path: string): string => (path === '/' ? path : path.replace(/\/+$/, ''));
