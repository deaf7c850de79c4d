import { hostPaths, type Registry, type Release, type RuntimeSettings } from '@fridge/shared-contracts/host';

/** What of the settings a release has to fit. */
export type PlaceSettings = Pick<RuntimeSettings, 'windows' | 'activity2023' | 'remoteOrigins'>;

/**
 * Whether a release has its place in the product: pages load from its origin, its routes are its own, and the windows
 * and call names that it hangs on stand in the settings.
 * @returns one sentence for each thing that doesn't fit
 */
export function placeProblems(release: Release, baseUrl: string, registry: Registry, settings: PlaceSettings): string[] {
  const { origin } = new URL(baseUrl);
  const paths = release.routes.map(({ path }) => whole(path));
  const owners = new Map(Object.entries(registry.remotes).flatMap(([name, { routes }]) => (name === release.name ? [] : routes.map(({ path }): [string, string] => [whole(path), name]))));
  const reserved = new Set<string>(Object.values(hostPaths));
  return [
    ...(settings.remoteOrigins.includes(origin) ? [] : [`pages load nothing from ${origin}: add it to remoteOrigins in the settings (there: ${settings.remoteOrigins.join(', ') || 'none'}).`]),
    ...paths.flatMap((path) => (reserved.has(path) ? [`its route ${path} is a page of the host itself.`] : [])),
    ...paths.flatMap((path) => (owners.has(path) ? [`its route ${path} belongs to ${owners.get(path)}.`] : [])),
    ...repeated(paths).map((path) => `it names the route ${path} twice.`),
    ...release.routes.flatMap(({ path, window }) =>
      window === null || Object.hasOwn(settings.windows, window) ? [] : [`its route ${path} hangs on the window "${window}", which the settings don't have (there: ${Object.keys(settings.windows).join(', ')}).`],
    ),
    ...release.calls.flatMap((call) => {
      const name = /^setting:(.+)$/.exec(call)?.[1];
      return name === undefined || Object.hasOwn(settings.activity2023, name) ? [] : [`its call ${call} has no name in the settings' activity2023 (there: ${Object.keys(settings.activity2023).join(', ')}).`];
    }),
  ];
}

/** A path as it is matched: with no slash at its end. */
const whole = (path: string): string => (path === '/' ? path : path.replace(/\/+$/, ''));

const repeated = (paths: readonly string[]): string[] => [...new Set(paths.filter((path, index) => paths.indexOf(path) !== index))];
