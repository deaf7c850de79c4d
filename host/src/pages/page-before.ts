import { findRoute, publicQuery, readAddress, type Registry, writeQuery } from '@fridge/shared-contracts/host';

const BASE = 'https://host.invalid';

/**
 * The previous page, from a host page's `from` (`/disconnected?from=/address%3Fid%3D7`).
 * @returns the home for anything that isn't an address within the product
 */
export function pageBefore(from: string | undefined): { path: string; query: Readonly<Record<string, string>> } {
  const home = { path: '/', query: {} };
  if (from === undefined || !/^\/(?![/\\])/.test(from)) return home;
  const url = new URL(from, BASE);
  if (url.origin !== BASE) return home;
  const { path, query } = readAddress({ pathname: url.pathname, search: url.search, hash: '' });
  return path === '/disconnected' || !/^\/[\w/-]{0,64}$/.test(path) ? home : { path, query };
}

/** The page to share when the previous one is unknown. */
const defaultPages = { activity: '/', report: '/yearReport' } as const;

export interface LinkOccasion {
  origin: string;
  variant: keyof typeof defaultPages;
  /** Parameters of the share page; `from` is the previous page, with its own. */
  query: Readonly<Record<string, string>>;
  /** Without one the path is used unchecked, without its parameters. */
  registry: Registry | null;
}

/**
 * The public link of the activity that opened the share page, with the public parameters of its release. Instead of a
 * page without an active route it is the default page of the variant.
 */
export function activityLink({ origin, variant, query, registry }: LinkOccasion): string {
  const before = query['from'] === undefined ? null : pageBefore(query['from']);
  const route = before === null || registry === null ? null : findRoute(registry, before.path);
  if (before === null || (registry !== null && !route?.remote.enabled)) return origin + defaultPages[variant] + writeQuery(publicQuery(query));
  return origin + before.path + writeQuery(publicQuery({ ...before.query, ...query }, route?.remote.publicParameters));
}
