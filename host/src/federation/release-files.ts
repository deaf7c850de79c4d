import type { RegistryEntry, RouteEntry } from '@fridge/shared-contracts/host';

/** Where the files of one attempt at a remote are loaded from. */
export type ReleaseFiles = {
  entry: string;
  /** Everything the route needs, the entry included, for preloading. */
  scripts: string[];
  styles: { href: string; integrity: string | null }[];
};

/**
 * The addresses of an attempt. The first uses the release as it stands; every later one moves the whole graph below
 * `/~<attempt>/`, since an engine may keep a failed import failed for as long as the page lives, by its address.
 * The remote's origin serves the same files there (docs/contract.md). A development server has no such addresses and
 * needs none: it gives every file that was mended a new one.
 */
export function releaseFiles(remote: Pick<RegistryEntry, 'entry' | 'styles'>, route: Pick<RouteEntry, 'scripts'>, attempt: number): ReleaseFiles {
  const entry = movedEntry(remote.entry, attempt);
  const base = new URL('.', entry);
  const absolute = (file: string) => new URL(file, base).href;
  return {
    entry,
    scripts: [...new Set([entry, ...route.scripts.map(absolute)])],
    styles: remote.styles.map(({ file, integrity }) => ({ href: absolute(file), integrity })),
  };
}

function movedEntry(entry: string, attempt: number): string {
  if (attempt === 0) return entry;
  const url = new URL(entry);
  if (import.meta.env.MODE === 'development') url.searchParams.set('attempt', String(attempt));
  else url.pathname = `/~${attempt}${url.pathname}`;
  return url.href;
}

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
