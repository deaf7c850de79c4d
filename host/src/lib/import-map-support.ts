/**
 * Whether the engine takes import maps after the page's first: Chromium 133, Safari 18.4, no Firefox yet. By version,
 * since an attempt prints an error where it fails; Safari's version isn't in a web view's user agent, but 18.4 brought
 * `Iterator`.
 */
export function takesLaterImportMaps({ navigator }: Pick<Window, 'navigator'>): boolean {
  const engine = engineOf(navigator);
  if (engine.name === 'WebKit') return 'Iterator' in globalThis;
  return engine.name === 'Chromium' && engine.version >= 133;
}

/** Whether a `modulepreload` link with `integrity` leaves no other module at its address: not in WebKit. */
export function verifiesPreloads({ navigator, document }: Pick<Window, 'navigator' | 'document'>): boolean {
  const { relList } = document.createElement('link');
  return engineOf(navigator).name !== 'WebKit' && relList.supports('modulepreload');
}

function engineOf({ userAgent }: Pick<Navigator, 'userAgent'>): { name: string; version: number } {
  const chromium = /Chrom(?:e|ium)\/(\d+)/.exec(userAgent);
  if (chromium) return { name: 'Chromium', version: Number(chromium[1]) };
  return { name: /\bGecko\/\d/.test(userAgent) ? 'Firefox' : 'WebKit', version: 0 };
}
