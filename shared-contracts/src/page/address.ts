import type { Query } from '../contract/screen-values.ts';
import { pick } from './token-parameters.ts';

export type Address = {
  /** Route path without trailing slash, `/` for the home. */
  path: string;
  /** From both sides of `#`, without ambiguous ones. */
  query: Readonly<Record<string, string>>;
};

/** Longer values are hostile or broken: no field needs more. */
const MAX_VALUE_LENGTH = 2048;
const MAX_PARAMETERS = 64;

/**
 * Reads a host address. Old links route by hash (`/#/yearReport?brand=1`); messaging apps add parameters before the `#`
 * or strip those behind it. So both sides count, the hash first. A parameter with two values on one side is left out.
 */
export function readAddress(url: Pick<URL, 'pathname' | 'search' | 'hash'>): Address {
  const hash = withoutFurtherHashes(url.hash);
  const [hashPath = ''] = hash.split('?', 1);
  return {
    path: normalisePath(isHashRoute(url) ? hashPath : url.pathname),
    query: { ...readQuery(url.search), ...readQuery(hash.slice(hashPath.length)) },
  };
}

/** Whether the route is behind the `#`. */
export function isHashRoute({ hash }: { hash: string }): boolean {
  return withoutFurtherHashes(hash).startsWith('/');
}

/** The last of several routes counts (`/#/#/yearReport`); an appended `#wechat_redirect` is ignored. */
function withoutFurtherHashes(hash: string): string {
  const [fragment = ''] = hash.replace(/^#(?:[\\/]*#)*/, '').split('#');
  return fragment;
}

/**
 * One spelling per path: one leading slash, none at the end, no `index.html` or dot segments. Paths behind `#` are read
 * as browsers read a path: `\` is `/`, `%2e` a dot, a leading `//` another host. An encoded slash stays.
 */
export function normalisePath(path: string): string {
  const { pathname } = new URL(`http://origin${`/${path}`.replace(/[\\/]+/g, '/')}`);
  return pathname.replace(/\/(?:index\.html\/?)?$/, '') || '/';
}

/** `{ a: '1' }` as `?a=1`; empty without parameters. */
export function writeQuery(query: Query): string {
  const text = new URLSearchParams(pick(query, () => true)).toString();
  return text === '' ? '' : `?${text}`;
}

function readQuery(search: string): Record<string, string> {
  const params = new URLSearchParams(search);
  const names = [...new Set(params.keys())].slice(0, MAX_PARAMETERS);
  return Object.fromEntries(
    names.flatMap((name) => {
      const [value = '', ...others] = new Set(params.getAll(name));
      return value === '' || value.length > MAX_VALUE_LENGTH || others.length > 0 ? [] : [[name, value]];
    }),
  );
}
