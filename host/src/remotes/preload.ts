/**
 * Asks for all modules of a route at once, so that the chain of imports finds each of them on its way. The early
 * start may have asked for the same ones before the host's own code ran; they aren't asked for twice.
 */
export function preloadModules(urls: readonly string[], head: HTMLHeadElement = document.head): void {
  const standing = new Set([...head.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map((link) => link.href));
  for (const url of urls) {
    if (standing.has(url)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = 'anonymous';
    link.href = url;
    head.append(link);
  }
}
