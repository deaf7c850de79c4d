import { readAddress } from '@fridge/shared-contracts';

/** Any origin will do to read a path against. */
const BASE = 'https://host.invalid';

/**
 * The page that a silent app interrupted, from `/disconnected?from=/address%3Fid%3D7`: its path and parameters. The
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
