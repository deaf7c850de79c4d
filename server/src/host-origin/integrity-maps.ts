import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  integrityMapText,
  MAP_HASH_LENGTH,
  MAPS_PER_REQUEST,
  movedAddress,
  type Registry,
  type RegistryEntry,
  releaseHashes,
  releaseText,
  RETRY_ADDRESSES,
  type RouteEntry,
} from '@fridge/shared-contracts/page';
import { recentlyUsed } from '../bounds/recently-used.ts';
import { type RegistrySource, type ServedContent, servedContracts } from '../releases/registry/served-registry.ts';
import { sharedRun } from '../bounds/shared-run.ts';
import { withinTime } from '../bounds/within-time.ts';
import { keptContents, sendContent } from './content.ts';
import { IMMUTABLE, type OriginHandler } from './serve-origin.ts';

/** A map as it stands in a page, and its source expression for the content security policy. */
export type IntegrityMap = { text: string; source: string };

/** The shortest that browsers take: each stands in every page. */
const digestOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('base64');

/** Of an inline script or style. */
export const hashSource = (text: string): string => `'sha256-${digestOf(text)}'`;

const mapOf = (hashes: Readonly<Record<string, string>>): IntegrityMap => {
  const text = integrityMapText(hashes);
  return { text, source: hashSource(text) };
};

/** Of a text, in addresses. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, MAP_HASH_LENGTH);

/** `hash`: of its `releaseText`, with which pages bring the map. */
type ReleaseMap = IntegrityMap & { hash: string };

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
const textOfRelease = (
  { enabled, stopped, offText, pin, scripts, routes, ...described }: RegistryEntry,
  { text }: IntegrityMap,
): string => {
  void [enabled, stopped, offText, pin, scripts];
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
    const integrity = `sha256-${digestOf(readFileSync(join(folder, file)))}`;
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

const HASH = `[0-9a-f]{${MAP_HASH_LENGTH}}`;
const PATH = new RegExp(`^/integrity/(${HASH}(?:-${HASH}){0,${MAPS_PER_REQUEST - 1}})\\.json$`);

/**
 * Of releases that pages were served with and may still open: hundreds. Those of the present registry are the last to
 * go.
 */
const KEPT_CHARACTERS = 32 * 1024 * 1024;

/** Pages wait 3 s for a text. */
const LOOK_LIMIT_MS = 2_000;

/**
 * `/integrity/<hash>-<hash>.json` (`integrityPath`): the texts of releases, whose maps the page's policy names, one a
 * line. Another process may have served the page: what isn't known here yet is looked for, once for all who ask; an
 * answer that still lacks a text isn't cached.
 */
export function createIntegrityTexts({ registry, visitors, configuration }: RegistrySource) {
  const served = new WeakSet<ServedContent>();
  const texts = recentlyUsed<string>(KEPT_CHARACTERS, (text) => text.length);
  const kept = keptContents(KEPT_CHARACTERS);
  const look = sharedRun(async () => configuration?.look());

  const keep = (content: ServedContent): void => {
    if (served.has(content)) return;
    served.add(content);
    for (const { hash, release, ...map } of releaseMaps(content.registry)) {
      texts.getOrMake(hash, () => textOfRelease(release, map));
    }
  };
  const handler: OriginHandler = async (request, reply, path) => {
    const [, asked] = PATH.exec(path) ?? [];
    if (asked === undefined) return false;
    const hashes = asked.split('-');
    const visitor = visitors?.of(request) ?? null;
    const find = () => {
      for (const contract of servedContracts) keep(registry.current({ visitor, contract }));
      return hashes.flatMap((hash) => texts.get(hash) ?? []);
    };
    let found = find();
    if (found.length < hashes.length) {
      // The database's absence is logged by what follows it.
      await withinTime(look(), LOOK_LIMIT_MS).catch(() => undefined);
      found = find();
    }
    if (found.length === 0) return false;
    reply.header('content-type', 'application/x-ndjson; charset=utf-8');
    await sendContent(request, reply, kept(found.join('\n')), found.length === hashes.length ? IMMUTABLE : 'no-store');
    return true;
  };
  return { handler, keep };
}
