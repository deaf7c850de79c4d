import { hostPaths, type Registry, type Release, type RuntimeSettings } from '@fridge/shared-contracts/host';

export type PlaceSettings = Pick<RuntimeSettings, 'windows' | 'activity2023'>;

/**
 * Whether a release fits beside the other remotes: its routes are its own, and the settings have its windows and calls.
 * @returns one sentence per problem
 */
export function placeProblems(
  { name: own, routes, calls }: Pick<Release, 'name' | 'routes' | 'calls'>,
  registry: Registry,
  { windows, activity2023 }: PlaceSettings,
): string[] {
  const paths = routes.map(({ path }) => withoutSlash(path));
  const others = Object.entries(registry.remotes).filter(([name]) => name !== own);
  const owners = new Map(
    others.flatMap(([name, remote]) => remote.routes.map(({ path }) => [withoutSlash(path), name] as const)),
  );
  const reserved = new Set<string>(Object.values(hostPaths));

  return [
    ...paths.filter((path) => reserved.has(path)).map((path) => `its route ${path} is a page of the host itself.`),
    ...paths.filter((path) => owners.has(path)).map((path) => `its route ${path} belongs to ${owners.get(path)}.`),
    ...[...new Set(paths.filter((path, at) => paths.indexOf(path) !== at))].map(
      (path) => `it names the route ${path} twice.`,
    ),
    ...routes.flatMap(({ path, window }) => {
      if (window === null || Object.hasOwn(windows, window)) return [];
      return [
        `its route ${path} has the window "${window}", which the settings don't have ${there(Object.keys(windows))}`,
      ];
    }),
    ...calls.flatMap((call) => {
      const name = /^setting:(.+)$/.exec(call)?.[1];
      if (name === undefined || Object.hasOwn(activity2023, name)) return [];
      return [`its call ${call} has no name in the settings' activity2023 ${there(Object.keys(activity2023))}`];
    }),
  ];
}

const there = (names: readonly string[]) => `(there: ${names.join(', ') || 'none'}).`;

/** A trailing slash doesn't matter. */
const withoutSlash = (path: string): string => (path === '/' ? path : path.replace(/\/+$/, ''));
