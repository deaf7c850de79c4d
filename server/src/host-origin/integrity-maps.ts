import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  integrityMapText,
  MAP_HASH_LENGTH,
  movedAddress,
  type Registry,
  type RegistryEntry,
  releaseHashes,
  releaseText,
  RETRY_ADDRESSES,
  type RouteEntry,
} from '@fridge/shared-contracts/page';
import { integrityOf } from '../publishing/release-files.ts';

/** A map as it stands in a page, and its source expression for the content security policy. */
export type IntegrityMap = { text: string; source: string };

/** Of an inline script. */
export const hashSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

const mapOf = (hashes: Readonly<Record<string, string>>): IntegrityMap => {
  const text = integrityMapText(hashes);
  return { text, source: hashSource(text) };
};

/** Of a text, in addresses. */
export const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, MAP_HASH_LENGTH);

/** `hash`: of its `releaseText`, with which pages bring the map. */
export type ReleaseMap = IntegrityMap & { hash: string };

const mapsOfReleases = new WeakMap<RegistryEntry, ReleaseMap>();

/** @returns `null` for a release that is stopped, or has no list, such as a development server's */
export function releaseMap(remote: RegistryEntry): ReleaseMap | null {
  if (remote.stopped || remote.scripts.length === 0) return null;
  const known = mapsOfReleases.get(remote);
  if (known !== undefined) return known;
  const map = mapOf(releaseHashes(remote));
  const made = { ...map, hash: hashOf(textOfRelease(remote, map)) };
  mapsOfReleases.set(remote, made);
  return made;
}

/** What pages of other remotes bring before they open it. Switches don't change it. */
export const textOfRelease = (
  { enabled, stopped, pin, scripts, routes, ...described }: RegistryEntry,
  { text }: IntegrityMap,
): string => {
  void [enabled, stopped, pin, scripts];
  return releaseText(text, { ...described, routes: routes.map(withoutShell) });
};

/** What only this origin needs. */
export function withoutShell({ shell, ...route }: RouteEntry): Omit<RouteEntry, 'shell'> {
  void shell;
  return route;
}

export type ListedRelease = ReleaseMap & { name: string; release: RegistryEntry };

/** The releases of a registry that have a list. */
export const releaseMaps = ({ remotes }: Registry): ListedRelease[] =>
  Object.entries(remotes).flatMap(([name, release]) => {
    const map = releaseMap(release);
    return map === null ? [] : [{ ...map, name, release }];
  });

/**
 * The maps of a build's pages: all scripts of the host, those that it loads late at the addresses of their retries too
 * (`load-again.ts`), and of one remote.
 */
export function readPageMaps(folder: string, html: string) {
  // In development the folder has sources, and Vite serves the page.
  const built = existsSync(join(folder, 'assets')) ? readdirSync(join(folder, 'assets')) : [];
  const files = built.filter((file) => /\.m?js$/.test(file)).map((file) => `assets/${file}`);
  const hashes: Record<string, string> = {};
  for (const file of files.toSorted()) {
    const path = `/${file}`;
    const integrity = integrityOf(readFileSync(join(folder, file)));
    const retries = html.includes(`"${path}"`) ? 0 : RETRY_ADDRESSES;
    for (let attempt = 0; attempt <= retries; attempt += 1) hashes[movedAddress(path, attempt)] = integrity;
  }
  const host = mapOf(hashes);
  const pageMaps = new WeakMap<RegistryEntry, IntegrityMap>();
  return {
    /** The build's page, whose tags name the hashes too: a preload without one isn't used for a mapped module. */
    template: withHashes(html, hashes),
    /** @param remote `null`: of the host alone */
    of(remote: RegistryEntry | null): IntegrityMap {
      if (remote === null || remote.scripts.length === 0) return host;
      const map = pageMaps.get(remote) ?? mapOf({ ...hashes, ...releaseHashes(remote) });
      pageMaps.set(remote, map);
      return map;
    },
  };
}

function withHashes(html: string, hashes: Readonly<Record<string, string>>): string {
  return html.replace(/<(?:script|link)\b[^>]*?\s(?:src|href)="([^"]+)"/g, (tag, path: string) =>
    hashes[path] === undefined ? tag : `${tag} integrity="${hashes[path]}"`,
  );
}
