import { hostPaths, previewPaths, type RegistryEntry } from '@fridge/shared-contracts/page';
import { pathsOf, type Release } from '@fridge/shared-contracts/team';
import { probePaths } from '../../edge/probe-paths.ts';

export type Routed = Pick<Release | RegistryEntry, 'routes' | 'redirects'>;

/** Below it are the host's files. */
const HOST_FILES = '/assets';

/** Of the host's origin; no case of a letter makes another path of them. */
const reserved = new Set([...Object.values(hostPaths), ...probePaths, HOST_FILES].map((path) => path.toLowerCase()));

/**
 * Whether a release's routes are its own: pages show the first remote that has a path.
 * @param others by name; one may stand there twice, with its canary
 * @returns one sentence per problem
 */
export function routeProblems(
  { name: own, ...routed }: Routed & { name: string },
  others: readonly (readonly [string, Routed])[],
): string[] {
  const paths = pathsOf(routed);
  const kindOf = (path: string) => (routed.redirects?.some(({ from }) => from === path) ? 'redirect from' : 'route');
  const owners = new Map(
    others
      .filter(([name]) => name !== own)
      .flatMap(([name, remote]) => pathsOf(remote).map((path) => [path.toLowerCase(), name] as const)),
  );
  const below = [previewPaths.below, `${HOST_FILES}/`];
  const reservedPaths = paths.filter((path) => {
    const asked = path.toLowerCase();
    return reserved.has(asked) || below.some((folder) => asked.startsWith(folder));
  });
  const takenPaths = paths.filter((path) => owners.has(path.toLowerCase()));
  return [
    ...reservedPaths.map((path) => `its ${kindOf(path)} ${path} is a page of the host itself.`),
    ...takenPaths.map((path) => `its ${kindOf(path)} ${path} belongs to ${owners.get(path.toLowerCase())}.`),
  ];
}
