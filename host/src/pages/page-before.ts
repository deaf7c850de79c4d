import { findRoute, publicQuery, readAddress, type Registry, writeQuery } from '@fridge/shared-contracts/page';

const BASE = 'https://host.invalid';

/**
 * The page that `from` names (`/disconnected?from=/address%3Fid%3D7`).
 * @returns the home for addresses outside the product
 */
export function pageBefore(from: string | undefined): { path: string; query: Readonly<Record<string, string>> } {
  const home = { path: '/', query: {} };
  if (from === undefined || !/^\/(?![/\\])/.test(from)) return home;
  const url = new URL(from, BASE);
  if (url.origin !== BASE) return home;
  const { path, query } = readAddress({ pathname: url.pathname, search: url.search, hash: '' });
  return path === '/disconnected' || !/^\/[\w/-]{0,64}$/.test(path) ? home : { path, query };
}

const defaultPages = { activity: '/', report: '/yearReport' } as const;

export interface LinkOccasion {
  origin: string;
  variant: keyof typeof defaultPages;
  query: Readonly<Record<string, string>>;
  /** `null`: the path is used unchecked, without parameters. */
  registry: Registry | null;
}

/** The previous page with its release's public parameters; the variant's default page if no active route matches. */
export function activityLink({ origin, variant, query, registry }: LinkOccasion): string {
  const before = query['from'] === undefined ? null : pageBefore(query['from']);
  const route = before === null || registry === null ? null : findRoute(registry, before.path);
  if (before === null || (registry !== null && !route?.remote.enabled))
    return origin + defaultPages[variant] + writeQuery(publicQuery(query));
  return origin + before.path + writeQuery(publicQuery({ ...before.query, ...query }, route?.remote.publicParameters));
}
