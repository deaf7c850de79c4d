import { hostPaths, previewPaths, type RegistryEntry } from '@fridge/shared-contracts/page';
import type { Release } from '@fridge/shared-contracts/team';

export type Routed = Pick<Release | RegistryEntry, 'routes'>;

/**
 * Whether a release's routes are its own: pages show the first remote that has a path.
 * @param others by name; one may stand there twice, with its canary
 * @returns one sentence per problem
 */
export function routeProblems(
  { name: own, routes }: Routed & { name: string },
  others: readonly (readonly [string, Routed])[],
): string[] {
  const paths = routes.map(({ path }) => withoutSlash(path));
  const owners = new Map(
    others
      .filter(([name]) => name !== own)
      .flatMap(([name, remote]) => remote.routes.map(({ path }) => [withoutSlash(path), name] as const)),
  );
  const reserved = new Set<string>(Object.values(hostPaths));
  const reservedPaths = paths.filter((path) => reserved.has(path) || path.startsWith(previewPaths.below));
  const takenPaths = paths.filter((path) => owners.has(path));
  return [
    ...reservedPaths.map((path) => `its route ${path} is a page of the host itself.`),
    ...takenPaths.map((path) => `its route ${path} belongs to ${owners.get(path)}.`),
  ];
}

/** A trailing slash doesn't matter. */
export const withoutSlash = (path: string): string => (path === '/' ? path : path.replace(/\/+$/, ''));
