import {
  type Address,
  findRoute,
  hostPaths,
  publicQuery,
  readAddress,
  type Registry,
  writeQuery,
} from '@fridge/shared-contracts/page';

/** Path and parameters of an address within the product: a second slash would begin another host. */
const ADDRESS = /^(\/(?![/\\])[^?#]*)(\?[^#]*)?/;

/**
 * The page that `from` names (`/disconnected?from=/address%3Fid%3D7`).
 * @returns the home for addresses outside the product
 */
export function pageBefore(from = ''): Address {
  const [, pathname = '/', search = ''] = ADDRESS.exec(from) ?? [];
  const address = readAddress({ pathname, search, hash: '' });
  const isPage = address.path !== hostPaths.disconnected && /^\/[\w/-]{0,64}$/.test(address.path);
  return isPage ? address : { path: '/', query: {} };
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
  const { from } = query;
  const before = from === undefined ? null : pageBefore(from);
  const route = before && registry && findRoute(registry, before.path);
  if (before === null || (registry !== null && !route?.remote.enabled))
    return origin + defaultPages[variant] + writeQuery(publicQuery(query));
  return origin + before.path + writeQuery(publicQuery({ ...before.query, ...query }, route?.remote.publicParameters));
}
