/** `first`: the page enforces the hashes of its first import map alone; `later`: of those inserted later too. */
export type ImportMapSupport = 'none' | 'first' | 'later';

/**
 * By version, since an attempt prints an error where it fails. Hashes: Chromium 127, Safari 18, Firefox 138; later
 * maps: Chromium 133, Safari 18.4, no Firefox yet. Safari's version isn't in a web view's user agent, but 18 brought
 * `URL.parse`, and 18.4 `Iterator`. On plain http no later map's text can be checked, since there is no
 * `crypto.subtle`.
 */
export function importMapSupport(navigator: Pick<Navigator, 'userAgent'>): ImportMapSupport {
  const support = engineSupport(navigator);
  return support === 'later' && !('subtle' in crypto) ? 'first' : support;
}

function engineSupport({ userAgent }: Pick<Navigator, 'userAgent'>): ImportMapSupport {
  const [, engine, version] = /(Chrom(?:e|ium)|\bGecko\/.*Firefox)\/(\d+)/.exec(userAgent) ?? [];
  if (engine === undefined) return 'Iterator' in globalThis ? 'later' : 'parse' in URL ? 'first' : 'none';
  const [first, later] = engine.startsWith('Chrom') ? [127, 133] : [138, Infinity];
  return Number(version) >= later ? 'later' : Number(version) >= first ? 'first' : 'none';
}
