import {
  type Address,
  findRoute,
  hostPaths,
  isReportShare,
  publicQuery,
  readAddress,
  type PageRegistry,
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

/**
 * What a share page shares: the previous page with its release's public parameters; the report or the home if no active
 * route matches.
 * @param registry `null`: the path is used unchecked, without parameters
 */
export function sharedAddress(page: Address, registry: PageRegistry | null): string {
  const { query } = page;
  const { from } = query;
  const before = from === undefined ? null : pageBefore(from);
  const route = before && registry && findRoute(registry, before.path);
  if (before === null || (registry !== null && !route?.remote.enabled))
    return (isReportShare(page) ? '/yearReport' : '/') + writeQuery(publicQuery(query));
  return before.path + writeQuery(publicQuery({ ...before.query, ...query }, route?.remote.publicParameters));
}
