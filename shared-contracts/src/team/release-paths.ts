import type { Release } from './release.ts';

type Paths = { routes: readonly { path: string }[] } & {
  redirects?: readonly { from: string; to: string }[] | undefined;
};

/** A trailing slash doesn't matter. */
export const withoutSlash = (path: string): string => (path === '/' ? path : path.replace(/\/+$/, ''));

/** Every address that opens a release. */
export const pathsOf = ({ routes, redirects = [] }: Paths): string[] =>
  [...routes.map(({ path }) => path), ...redirects.map(({ from }) => from)].map(withoutSlash);

/** Each redirect leads from a path of its own to a route, so that none leads to another. @returns one sentence each */
export function redirectProblems({ routes, redirects = [] }: Pick<Release, 'redirects'> & Paths): string[] {
  const own = new Set(routes.map(({ path }) => withoutSlash(path)));
  const sources = redirects.map(({ from }) => from);
  return redirects.flatMap(({ from, to }, at) => [
    ...(own.has(from) ? [`its redirect from ${from} is one of its routes: leave out one of them.`] : []),
    ...(sources.indexOf(from) === at ? [] : [`it redirects ${from} twice.`]),
    ...(own.has(withoutSlash(to))
      ? []
      : [`its redirect from ${from} leads to ${to}, which isn't one of its routes: name the route where it ends.`]),
  ]);
}
