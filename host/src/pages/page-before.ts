import { findRoute, publicQuery, readAddress, type Registry, writeQuery } from '@fridge/shared-contracts/host';

/** Any origin will do to read a path against. */
const BASE = 'https://host.invalid';

/**
 * The page that led to one of the host's own, from `/disconnected?from=/address%3Fid%3D7`: its path and parameters. The
 * home for anything that isn't an address within the product.
 */
export function pageBefore(from: string | undefined): { path: string; query: Readonly<Record<string, string>> } {
  const home = { path: '/', query: {} };
  if (from === undefined || !/^\/(?![/\\])/.test(from)) return home;
  const url = new URL(from, BASE);
  if (url.origin !== BASE) return home;
  const { path, query } = readAddress({ pathname: url.pathname, search: url.search, hash: '' });
  return path === '/disconnected' || !/^\/[\w/-]{0,64}$/.test(path) ? home : { path, query };
}

/** Whose link it is where the address doesn't tell what led here. */
const ownPages = { activity: '/', report: '/yearReport' } as const;

export interface LinkOccasion {
  origin: string;
  variant: keyof typeof ownPages;
  /** Parameters of the share page; `from` is the page that led here, with its own. */
  query: Readonly<Record<string, string>>;
  /** `null` while there is none: the path is then believed, its parameters aren't. */
  registry: Registry | null;
}

/**
 * The public link of the activity that led to the share page, with what its release lets a stranger know. A page that
 * nobody offers gives way to the variant's own.
 */
export function activityLink({ origin, variant, query, registry }: LinkOccasion): string {
  const before = query['from'] === undefined ? null : pageBefore(query['from']);
  const route = before === null || registry === null ? null : findRoute(registry, before.path);
  if (before === null || (registry !== null && !route?.remote.enabled)) return origin + ownPages[variant] + writeQuery(publicQuery(query));
  return origin + before.path + writeQuery(publicQuery({ ...before.query, ...query }, route?.remote.publicParameters));
}
