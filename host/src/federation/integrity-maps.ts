import {
  integrityPath,
  MAP_HASH_LENGTH,
  MAPS_PER_REQUEST,
  type PageData,
  parseJson,
  readReleaseText,
} from '@fridge/shared-contracts/page';
import { toHex } from '@fridge/shared-ui/internal';
import type { ImportMapSupport } from '../lib/import-map-support.ts';
import { requestText } from '../lib/request-text.ts';

/** A later attempt then asks anew. */
export const TEXT_LIMIT_MS = 3_000;

/** The origin's own, or checked by its hash. */
type ImportMap = { integrity?: Readonly<Record<string, string>> };

type Named = { name: string };

export type IntegrityMaps = ReturnType<typeof createIntegrityMaps>;

/**
 * Lets nothing of a remote run but its published files (docs/decisions/0011-published-bytes.md). The map of the page's
 * first remote is in the page; those of the others come before their first import, with the rest of their entries.
 */
export function createIntegrityMaps(
  /** Of the maps in the page. */
  texts: readonly string[],
  /** By remote, besides the one in the page. A development server's release has none. */
  allowed: NonNullable<PageData['integrity']>,
  support: ImportMapSupport,
  fetch: typeof globalThis.fetch,
) {
  /** Hashes by address. */
  const published = new Map<string, string>();
  const learn = (text: string): void => {
    const map = parseJson(text) as ImportMap | null;
    for (const [address, hash] of Object.entries(map?.integrity ?? {})) published.set(address, hash);
  };
  texts.forEach(learn);
  /** What releases say of themselves, by remote. */
  const described = new Map<string, unknown>();
  const arriving = new Map<string, Promise<void>>();
  const isMissing = ({ name }: Named): boolean => allowed[name] !== undefined && !described.has(name);

  const insert = (text: string): void => {
    const script = document.createElement('script');
    script.type = 'importmap';
    script.textContent = text;
    document.head.append(script);
  };
  const bring = async (names: readonly string[]): Promise<void> => {
    const answer = await requestText(fetch, integrityPath(names.flatMap((name) => allowed[name] ?? [])), TEXT_LIMIT_MS);
    for (const text of answer.text?.split('\n') ?? []) {
      const hash = await hashOf(text);
      const name = names.find((each) => allowed[each] === hash);
      if (name === undefined) continue; // the page's policy would refuse its map unseen
      const release = readReleaseText(text);
      learn(release.map);
      if (support === 'later') insert(release.map);
      described.set(name, release.described);
    }
    for (const name of names) arriving.delete(name); // who needs one that is missing asks again
  };
  const ask = (releases: readonly Named[]): void => {
    const missing = releases.filter((release) => isMissing(release) && !arriving.has(release.name));
    const names = [...new Set(missing.map(({ name }) => name))].slice(0, MAPS_PER_REQUEST);
    if (names.length === 0) return;
    const arrival = bring(names);
    for (const name of names) arriving.set(name, arrival);
  };
  const isBeyondEngine = ({ name }: Named): boolean => support === 'first' && allowed[name] !== undefined;

  return {
    /** Whether its files would have to be checked by a later map, which this engine ignores. */
    isBeyondEngine,
    /** Whether its entry comes with its map. */
    isListed: ({ name }: Named): boolean => allowed[name] !== undefined,
    /** Brings the maps of releases before they are opened, in one request. */
    prepare: (releases: readonly Named[]): void => ask(releases.filter((release) => !isBeyondEngine(release))),
    /**
     * Before the first import of a release.
     * @returns what came with its map, of what the page lacks
     * @throws when that doesn't arrive
     */
    async cover(release: Named): Promise<unknown> {
      ask([release]);
      await arriving.get(release.name);
      if (isMissing(release)) throw new Error(`The integrity map of ${release.name} didn't arrive.`);
      return described.get(release.name);
    },
    /** @returns the hash of a script as published, by the address of each attempt; `null`: unknown */
    publishedHash(href: string): string | null {
      const { origin, pathname } = new URL(href);
      return published.get(origin === location.origin ? pathname : href) ?? null; // as maps have the host's files
    },
  };
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return toHex(new Uint8Array(digest)).slice(0, MAP_HASH_LENGTH);
}
