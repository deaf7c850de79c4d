import * as v from 'valibot';
import {
  integrityPath,
  MAP_HASH_LENGTH,
  MAPS_PER_REQUEST,
  type PageData,
  parseJson,
  type RegistryEntry,
} from '@fridge/shared-contracts/page';
import type { ImportMapSupport } from '../lib/import-map-support.ts';

/** A later attempt then asks anew. */
export const TEXT_LIMIT_MS = 3_000;

const mapSchema = v.object({ integrity: v.record(v.string(), v.string()) });

type Release = { name: string; remote: Pick<RegistryEntry, 'entry'> };

export type IntegrityMaps = ReturnType<typeof createIntegrityMaps>;

/**
 * Lets nothing of a remote run but its published files (docs/decisions/0011-published-bytes.md). The map of the page's
 * first remote is in the page; those of the others come before their first import.
 */
export function createIntegrityMaps({
  texts,
  allowed,
  support,
  fetch,
}: {
  /** Of the maps in the page; gets those that are inserted later. */
  texts: string[];
  /** By remote, besides the one in the page. A development server's release has none. */
  allowed: NonNullable<PageData['integrity']>;
  support: ImportMapSupport;
  fetch: typeof globalThis.fetch;
}) {
  const arriving = new Map<string, Promise<void>>();
  const isMissing = ({ name, remote }: Release): boolean =>
    allowed[name] !== undefined && !texts.some((text) => text.includes(JSON.stringify(remote.entry)));

  const insert = (text: string): void => {
    texts.push(text);
    const script = document.createElement('script');
    script.type = 'importmap';
    script.textContent = text;
    document.head.append(script);
  };
  /** In one request. */
  const bring = (names: readonly string[]): Promise<void> => {
    const hashes = names.flatMap((name) => allowed[name] ?? []);
    const request = requestTexts(fetch, integrityPath(hashes)).then(async (arrived) => {
      // The page's policy would refuse any other text unseen.
      for (const text of arrived) if (hashes.includes(await hashOf(text)) && !texts.includes(text)) insert(text);
    });
    const settle = () => names.forEach((name) => arriving.delete(name)); // who needs one that is missing asks again
    for (const name of names) arriving.set(name, request);
    request.then(settle, settle);
    return request;
  };

  return {
    /** Whether its files would have to be checked by a later map, which this engine ignores. */
    isBeyondEngine: (release: Release): boolean => support === 'first' && isMissing(release),
    /** Before the first import of a release. @throws when its map doesn't arrive */
    async cover(release: Release): Promise<void> {
      if (support !== 'later' || !isMissing(release)) return;
      await (arriving.get(release.name) ?? bring([release.name]));
      if (isMissing(release)) throw new Error(`The integrity map of ${release.name} didn't arrive.`);
    },
    /** Brings the maps of releases before they are opened, in one request. */
    prepare(releases: readonly Release[]): void {
      const missing = releases.filter((release) => isMissing(release) && !arriving.has(release.name));
      const names = [...new Set(missing.map(({ name }) => name))].slice(0, MAPS_PER_REQUEST);
      if (support === 'later' && names.length > 0) bring(names).catch(() => undefined);
    },
    /** @returns the hash of a script as published, by the address of each attempt; `null`: unknown */
    publishedHash(href: string): string | null {
      const { origin, pathname } = new URL(href);
      const address = origin === location.origin ? pathname : href; // as maps have the host's files
      for (const text of texts) {
        const map = v.safeParse(mapSchema, parseJson(text));
        const hash = map.success ? map.output.integrity[address] : undefined;
        if (hash !== undefined) return hash;
      }
      return null;
    },
  };
}

/** Each in a line. Aborted at its limit. @throws */
async function requestTexts(fetch: typeof globalThis.fetch, path: string): Promise<string[]> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TEXT_LIMIT_MS);
  try {
    const response = await fetch(path, { signal: controller.signal });
    return response.ok ? (await response.text()).split('\n') : [];
  } finally {
    clearTimeout(timer);
  }
}

async function hashOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'));
  return hex.join('').slice(0, MAP_HASH_LENGTH);
}
