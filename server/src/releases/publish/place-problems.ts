import { hostPaths, previewPaths, type RegistryEntry, type RuntimeSettings } from '@fridge/shared-contracts/page';
import { pathsOf, type Release, withoutSlash } from '@fridge/shared-contracts/team';
import { probePaths } from '../../edge/probe-paths.ts';
import type { ProblemKind, ReleaseProblem } from '../release-refused.ts';

type PlaceSettings = Pick<RuntimeSettings, 'windows' | 'activity2023'>;

type Routed = Pick<Release | RegistryEntry, 'routes' | 'redirects'>;
/** Whatever any visitor gets, by name; one may stand there twice, with its canary. */
type Others = readonly (readonly [string, Routed])[];

/**
 * Whether a release fits beside the other remotes: its routes are its own, and the settings have its windows and calls.
 * @returns one sentence per problem
 */
export function placeProblems(
  { name, routes, redirects, calls }: Pick<Release, 'name' | 'routes' | 'redirects' | 'calls'>,
  others: Others,
  { windows, activity2023 }: PlaceSettings,
): ReleaseProblem[] {
  const ofRoutes = routeProblems({ name, routes, redirects }, others);
  const problems = ofRoutes.map((text): ReleaseProblem => ({ kind: 'route', text }));
  const add = (kind: ProblemKind, text: string) => void problems.push({ kind, text });
  const paths = new Set<string>();
  for (const { path, window } of routes) {
    const plain = withoutSlash(path);
    if (paths.has(plain)) add('route', `it names the route ${plain} twice.`);
    paths.add(plain);
    if (path !== plain) add('route', `its route ${path} ends with a slash, and no page's address does: ${plain}.`);
    if (window !== null && !Object.hasOwn(windows, window))
      add('window', `its route ${path} has the window "${window}", which the settings don't have ${there(windows)}`);
  }
  for (const call of calls) {
    const [, setting] = /^setting:(.+)$/.exec(call) ?? [];
    if (setting !== undefined && !Object.hasOwn(activity2023, setting))
      add('call', `its call ${call} has no name in the settings' activity2023 ${there(activity2023)}`);
  }
  return problems;
}

const there = (named: object) => `(there: ${Object.keys(named).join(', ') || 'none'}).`;

/**
 * Paths that users get of a remote, and that another release of it doesn't have: links to them are with users.
 * @param named those that its publisher says may go
 */
export function droppedPaths(
  release: Routed,
  live: Routed | undefined,
  named: readonly string[] = [],
): ReleaseProblem[] {
  const kept = new Set([...pathsOf(release), ...named.map(withoutSlash)]);
  const dropped = live === undefined ? [] : pathsOf(live).filter((path) => !kept.has(path));
  return dropped.map((path) => {
    const todo = `Say in redirects of release.config.ts where it leads now, or let it go: --drop-routes ${path}`;
    return { kind: 'route', text: `users get ${path}, and it doesn't have it. ${todo}` };
  });
}

/** Below it are the host's files. */
const HOST_FILES = '/assets';

/** Of the host's origin; no case of a letter makes another path of them. */
const reserved = new Set([...Object.values(hostPaths), ...probePaths, HOST_FILES].map((path) => path.toLowerCase()));
const reservedBelow = [previewPaths.below, `${HOST_FILES}/`];

/**
 * Whether a release's routes are its own: pages show the first remote that has a path.
 * @returns one sentence per problem
 */
export function routeProblems({ name: own, ...routed }: Routed & { name: string }, others: Others): string[] {
  const owners = new Map(
    others.flatMap(([name, remote]) =>
      name === own ? [] : pathsOf(remote).map((path) => [path.toLowerCase(), name] as const),
    ),
  );
  return pathsOf(routed).flatMap((path) => {
    const asked = path.toLowerCase();
    const owner = owners.get(asked);
    const isReserved = reserved.has(asked) || reservedBelow.some((folder) => asked.startsWith(folder));
    const it = `its ${routed.redirects?.some(({ from }) => from === path) ? 'redirect from' : 'route'} ${path}`;
    return [
      ...(isReserved ? [`${it} is a page of the host itself.`] : []),
      ...(owner === undefined ? [] : [`${it} belongs to ${owner}.`]),
    ];
  });
}
