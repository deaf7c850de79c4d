import type { RegistryEntry, RouteEntry } from '@fridge/shared-contracts/host';

/** Absolute addresses of an attempt at a remote. */
export type ReleaseFiles = {
  entry: string;
  /** All modules of the route, the entry included. */
  scripts: string[];
  styles: { href: string; integrity: string | null }[];
};

/**
 * Attempts after the first load the whole graph from below `/~<attempt>/`, where the remote's origin serves the same
 * files (docs/contract.md): an engine may keep a failed import failed by its address for the life of the page. A
 * development server gives each changed file a new address anyway.
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

/** Requests all modules of a route at once, less those that `early-start.ts` has requested. */
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
