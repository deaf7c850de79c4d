/** `first`: the engine enforces the hashes of the page's first import map alone; `later`: of those inserted later too. */
export type ImportMapSupport = 'none' | 'first' | 'later';

/**
 * By version, since an attempt prints an error where it fails. Hashes: Chromium 127, Safari 18, Firefox 138; later maps:
 * Chromium 133, Safari 18.4, no Firefox yet. Safari's version isn't in a web view's user agent, but 18 brought
 * `URL.parse`, and 18.4 `Iterator`.
 */
export function importMapSupport({ userAgent }: Pick<Navigator, 'userAgent'>): ImportMapSupport {
  const chromium = versionIn(userAgent, /Chrom(?:e|ium)\/(\d+)/);
  if (chromium !== null) return chromium >= 133 ? 'later' : chromium >= 127 ? 'first' : 'none';
  const firefox = versionIn(userAgent, /\bGecko\/.*Firefox\/(\d+)/);
  if (firefox !== null) return firefox >= 138 ? 'first' : 'none';
  if ('Iterator' in globalThis) return 'later';
  return 'parse' in URL ? 'first' : 'none';
}

function versionIn(userAgent: string, pattern: RegExp): number | null {
  const [, version] = pattern.exec(userAgent) ?? [];
  return version === undefined ? null : Number(version);
}
