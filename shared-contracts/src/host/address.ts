/** The part of an address that says which screen is meant and with what. */
export type Address = {
  /** Route path without a trailing slash, `/` for the home: `/yearReport`. */
  path: string;
  /** Parameters from both sides of `#`; a parameter that is ambiguous is absent. */
  query: Readonly<Record<string, string>>;
};

/** Longer values are hostile or broken: no field of the product needs more (tokens are the longest). */
const MAX_VALUE_LENGTH = 2048;
const MAX_PARAMETERS = 64;

/**
 * Reads a host address. Old links route by hash (`/#/yearReport?brand=1`), messaging apps add their own parameters
 * in front of the `#`, some strip what is behind it: so both sides count, and where both name a parameter, the side
 * behind `#` wins, since it came with the route.
 * A parameter given twice with different values is as good as absent: no one can say which one was meant.
 */
export function readAddress(url: { pathname: string; search: string; hash: string }): Address {
  const hash = withoutFurtherHashes(url.hash);
  const [hashPath = '', hashSearch = ''] = splitOnce(hash, '?');
  return {
    path: normalisePath(isHashRoute(url) ? hashPath : url.pathname),
    query: { ...readQuery(url.search), ...readQuery(hashSearch) },
  };
}

/** Whether the route stands behind the `#`. */
export function isHashRoute({ hash }: { hash: string }): boolean {
  return withoutFurtherHashes(hash).startsWith('/');
}

/** A route given twice (`#/#/yearReport`) means the last; what was put behind it (`#wechat_redirect`) means nothing. */
function withoutFurtherHashes(hash: string): string {
  const [fragment = ''] = hash.replace(/^#(?:[\\/]*#)*/, '').split('#');
  return fragment;
}

/**
 * One spelling for every path: a single leading slash, none at the end, no `index.html`, no dot segments. Browsers read
 * `\` as `/`, `%2e` as a dot and two slashes at the start as another host; a path from behind the `#` has been read by
 * none, and has to mean the same as in the bar. An encoded slash is a letter like any other.
 */
export function normalisePath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split(/[\\/]+/)) {
    const dots = segment.replace(/%2e/gi, '.');
    if (dots === '..') segments.pop();
    else if (dots !== '.' && dots !== '') segments.push(segment);
  }
  if (segments[segments.length - 1] === 'index.html') segments.pop();
  return `/${segments.join('/')}`;
}

/** `{ a: '1' }` as `?a=1`; nothing for no parameters. */
export function writeQuery(query: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(name, value);
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

function readQuery(search: string): Record<string, string> {
  const params = new URLSearchParams(search);
  const query: Record<string, string> = Object.create(null);
  for (const name of [...new Set(params.keys())].slice(0, MAX_PARAMETERS)) {
    const values = new Set(params.getAll(name));
    const [value] = values;
    if (values.size === 1 && value !== undefined && value !== '' && value.length <= MAX_VALUE_LENGTH) query[name] = value;
  }
  return { ...query };
}

function splitOnce(text: string, at: string): [string, string?] {
  const index = text.indexOf(at);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
