import type { RegistryEntry, RouteEntry } from '@fridge/shared-contracts';

/** Where the files of one attempt at a remote are loaded from. */
export type ReleaseUrls = {
  entry: string;
  /** Everything the route needs, the entry included, for preloading. */
  scripts: string[];
  styles: { href: string; integrity: string | null }[];
};

/**
 * The addresses of an attempt. The first uses the release as it stands; every later one moves the whole graph below
 * `/~<attempt>/`, since an engine may keep a failed import failed for as long as the page lives, by its address.
 * The remote's origin serves the same files there (docs/contract.md).
 */
export function releaseUrls(remote: RegistryEntry, route: RouteEntry, attempt: number): ReleaseUrls {
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
  url.pathname = `/~${attempt}${url.pathname}`;
  return url.href;
}
