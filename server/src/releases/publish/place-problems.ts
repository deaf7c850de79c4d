import type { RuntimeSettings } from '@fridge/shared-contracts/page';
import { pathsOf, type Release, withoutSlash } from '@fridge/shared-contracts/team';
import { type Routed, routeProblems } from '../registry/route-problems.ts';
import type { ProblemKind, ReleaseProblem } from '../release-refused.ts';

export type PlaceSettings = Pick<RuntimeSettings, 'windows' | 'activity2023'>;

/**
 * Whether a release fits beside the other remotes: its routes are its own, and the settings have its windows and calls.
 * @param others whatever any visitor gets, by name; one's own doesn't count
 * @returns one sentence per problem
 */
export function placeProblems(
  { name, routes, redirects, calls }: Pick<Release, 'name' | 'routes' | 'redirects' | 'calls'>,
  others: readonly (readonly [string, Routed])[],
  { windows, activity2023 }: PlaceSettings,
): ReleaseProblem[] {
  const paths = routes.map(({ path }) => withoutSlash(path));
  const repeatedPaths = new Set(paths.filter((path, at) => paths.indexOf(path) !== at));
  const slashed = routes.filter(({ path }) => path !== withoutSlash(path));
  const unknownWindows = routes.filter(({ window }) => window !== null && !Object.hasOwn(windows, window));
  const unknownCalls = calls.filter((call) => {
    const setting = settingOf(call);
    return setting !== undefined && !Object.hasOwn(activity2023, setting);
  });

  return [
    ...problems('route', routeProblems({ name, routes, redirects }, others), (text) => text),
    ...problems('route', [...repeatedPaths], (path) => `it names the route ${path} twice.`),
    ...problems(
      'route',
      slashed,
      ({ path }) => `its route ${path} ends with a slash, and no page's address does: ${withoutSlash(path)}.`,
    ),
    ...problems('window', unknownWindows, ({ path, window }) => {
      const known = there(Object.keys(windows));
      return `its route ${path} has the window "${window}", which the settings don't have ${known}`;
    }),
    ...problems('call', unknownCalls, (call) => {
      return `its call ${call} has no name in the settings' activity2023 ${there(Object.keys(activity2023))}`;
    }),
  ];
}

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
  return problems('route', dropped, (path) => {
    const todo = `Say in redirects of release.config.ts where it leads now, or let it go: --drop-routes ${path}`;
    return `users get ${path}, and it doesn't have it. ${todo}`;
  });
}

const problems = <Fault>(kind: ProblemKind, faults: readonly Fault[], textOf: (fault: Fault) => string) =>
  faults.map((fault): ReleaseProblem => ({ kind, text: textOf(fault) }));

const settingOf = (call: string): string | undefined => /^setting:(.+)$/.exec(call)?.[1];

const there = (names: readonly string[]) => `(there: ${names.join(', ') || 'none'}).`;
