import type { RegistryEntry, RouteEntry } from '@fridge/shared-contracts/host';

export type ReleaseFiles = {
  entry: string;
  /** Including the entry. */
  scripts: string[];
  styles: { href: string; integrity: string | null }[];
};

/**
 * Retries load all modules from `/~<attempt>/`, where the origin serves the same files (docs/contract.md): an engine
 * may cache a failed import by address. A development server changes addresses anyway.
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

/** Except modules that `early-start.ts` preloads. */
export function preloadModules(urls: readonly string[], head: HTMLHeadElement = document.head): void {
  const preloaded = new Set([...head.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map((link) => link.href));
  for (const url of urls) {
    if (preloaded.has(url)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = 'anonymous';
    link.href = url;
    head.append(link);
  }
}
