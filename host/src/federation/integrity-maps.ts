import {
  integrityPath,
  MAP_HASH_LENGTH,
  MAPS_PER_REQUEST,
  type PageData,
  parseJson,
  type RegistryEntry,
} from '@fridge/shared-contracts/page';
import { toHex } from '@fridge/shared-ui/internal';
import type { ImportMapSupport } from '../lib/import-map-support.ts';
import { requestText } from '../lib/request-text.ts';

/** A later attempt then asks anew. */
export const TEXT_LIMIT_MS = 3_000;

/** The origin's own, or checked by its hash. */
type ImportMap = { integrity?: Readonly<Record<string, string>> };

type Release = { name: string; remote: Pick<RegistryEntry, 'entry'> };

export type IntegrityMaps = ReturnType<typeof createIntegrityMaps>;

/**
 * Lets nothing of a remote run but its published files (docs/decisions/0011-published-bytes.md). The map of the page's
 * first remote is in the page; those of the others come before their first import.
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
  const arriving = new Map<string, Promise<void>>();
  const isMissing = ({ name, remote }: Release): boolean => allowed[name] !== undefined && !published.has(remote.entry);

  const insert = (text: string): void => {
    learn(text);
    const script = document.createElement('script');
    script.type = 'importmap';
    script.textContent = text;
    document.head.append(script);
  };
  const bring = async (names: readonly string[]): Promise<void> => {
    const hashes = names.flatMap((name) => allowed[name] ?? []);
    const answer = await requestText(fetch, integrityPath(hashes), TEXT_LIMIT_MS);
    // The page's policy would refuse any other text unseen.
    for (const text of answer.text?.split('\n') ?? []) if (hashes.includes(await hashOf(text))) insert(text);
    for (const name of names) arriving.delete(name); // who needs one that is missing asks again
  };
  /** Brings the maps of releases before they are opened, in one request. */
  const prepare = (releases: readonly Release[]): void => {
    const missing = releases.filter((release) => isMissing(release) && !arriving.has(release.name));
    const names = [...new Set(missing.map(({ name }) => name))].slice(0, MAPS_PER_REQUEST);
    if (support !== 'later' || names.length === 0) return;
    const arrival = bring(names);
    for (const name of names) arriving.set(name, arrival);
  };

  return {
    /** Whether its files would have to be checked by a later map, which this engine ignores. */
    isBeyondEngine: (release: Release): boolean => support === 'first' && isMissing(release),
    prepare,
    /** Before the first import of a release. @throws when its map doesn't arrive */
    async cover(release: Release): Promise<void> {
      prepare([release]);
      await arriving.get(release.name);
      if (support === 'later' && isMissing(release))
        throw new Error(`The integrity map of ${release.name} didn't arrive.`);
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
