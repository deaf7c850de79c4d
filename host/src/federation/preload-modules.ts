/** Except modules that are preloaded already, by `early-start.ts` or to verify them. */
export function preloadModules(urls: readonly string[]): void {
  const { head } = document;
  const preloaded = new Set(
    [...head.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map((link) => link.href),
  );
  for (const url of urls) {
    if (preloaded.has(url)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = 'anonymous';
    link.href = url;
    head.append(link);
  }
}
