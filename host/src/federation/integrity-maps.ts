import {
  integrityMapText,
  integrityPath,
  MAP_HASH_LENGTH,
  type PageData,
  type RegistryEntry,
  releaseHashes,
} from '@fridge/shared-contracts/page';
import type { RegistryKeeper } from './registry.ts';
import { verifyFile } from './verify-file.ts';

type Hashes = Readonly<Record<string, string>>;
/** `scripts`: empty in the page's registry, which has them in its maps. */
export type ListedRelease = { name: string } & Pick<RegistryEntry, 'entry' | 'scripts'>;
type Announcements = Pick<RegistryKeeper, 'refresh' | 'current' | 'announced'>;

/** A later attempt then asks anew. */
export const TEXT_LIMIT_MS = 3_000;

export type IntegrityMaps = ReturnType<typeof createIntegrityMaps>;

/**
 * Lets nothing of a remote run but its published files. The map of the page's first remote is in the page
 * (`integrity-maps.ts` of the server); those of the others come before their first import.
 */
export function createIntegrityMaps({
  texts,
  allowed,
  takesLaterMaps,
  verifiesPreloads,
  fetch,
}: {
  /** Of the maps in the page; gets those of releases that are covered later. */
  texts: string[];
  /** By remote: the page's policy allows the maps of these releases. */
  allowed: NonNullable<PageData['integrity']>;
  takesLaterMaps: boolean;
  verifiesPreloads: boolean;
  fetch: typeof globalThis.fetch;
}) {
  /** In force. */
  const maps = [...texts];
  const requested = onceUnlessFailed<string>();
  const verified = onceUnlessFailed<void>();

  const isMapped = (entry: string) => maps.some((text) => names(text, entry));
  /** For the diagnosis of a failed load, also of one whose map came before its visit. */
  const note = (text: string): void => {
    if (!texts.includes(text)) texts.push(text);
  };
  const insert = (text: string): void => {
    if (maps.includes(text)) return;
    maps.push(text);
    note(text);
    const script = document.createElement('script');
    script.type = 'importmap';
    script.textContent = text;
    document.head.append(script);
  };
  /** @returns `null` for a release that the server has no list of: a development server's, or written by hand */
  const readMap = async (release: ListedRelease, registry?: Announcements): Promise<string | null> => {
    const { name, entry } = release;
    const covered = allowed[name];
    if (covered?.entry === entry) {
      const text = await requested(covered.hash, () => requestText(fetch, integrityPath([covered.hash]))).catch(
        () => '',
      );
      if (names(text, entry)) {
        if (takesLaterMaps) insert(text);
        return text;
      }
    } else if (release.scripts.length === 0 && registry?.announced(entry)) return null;
    const scripts = release.scripts.length > 0 ? release.scripts : await listOf(release, registry);
    if (scripts.length === 0) throw new Error(`The integrity map of ${name} didn't arrive.`);
    return integrityMapText(releaseHashes({ entry, scripts }));
  };
  const verify = (address: string, integrity: string | undefined): Promise<void> => {
    if (integrity === undefined) return Promise.reject(new Error(`${address} is no file of the release.`));
    return verified(address, () => verifyFile(address, integrity, { asModule: verifiesPreloads, fetch }));
  };

  return {
    /**
     * Before the first import of a release: inserts its map, or, where the engine takes no later one or the release
     * came after the page, loads its files with their hashes.
     * @param addresses of the modules that are imported first: the entry, then its chunks
     * @param registry has the list of a release whose map doesn't arrive
     * @throws when one isn't what was published
     */
    async cover(release: ListedRelease, addresses: readonly string[], registry?: Announcements): Promise<void> {
      if (isMapped(release.entry)) return;
      const text = await readMap(release, registry);
      if (text === null) return;
      note(text);
      if (isMapped(release.entry)) return;
      const { integrity }: { integrity: Hashes } = JSON.parse(text);
      await Promise.all(addresses.map((address) => verify(address, integrity[address])));
      // A late chunk must be the page's module before it is imported; `fetch` alone would not bind it.
      if (!verifiesPreloads) return;
      const base = new URL('.', addresses[0]).href;
      const late = Object.keys(integrity).filter((address) => address.startsWith(base) && !address.includes('?'));
      for (const address of late) verify(address, integrity[address]).catch(() => undefined); // its import fails too
    },
    /** Has the map before the first visit. */
    async prepare(release: ListedRelease): Promise<void> {
      if (isMapped(release.entry) || allowed[release.name]?.entry !== release.entry) return;
      await readMap(release).catch(() => undefined); // the visit asks again
    },
  };
}

/** One attempt for each key; after a failure the next call makes another. */
function onceUnlessFailed<Value>() {
  const attempts = new Map<string, Promise<Value>>();
  return (key: string, attempt: () => Promise<Value>): Promise<Value> => {
    const made = attempts.get(key) ?? attempt();
    attempts.set(key, made);
    made.catch(() => attempts.delete(key));
    return made;
  };
}

const names = (text: string, entry: string): boolean => text.includes(JSON.stringify(entry));

/** From `/remotes.json`; the page's registry has none. */
async function listOf({ name, entry }: ListedRelease, registry?: Announcements): Promise<ListedRelease['scripts']> {
  await registry?.refresh();
  const remote = registry?.current()?.remotes[name];
  return remote?.entry === entry ? remote.scripts : [];
}

/** Aborted at its limit. @throws also for a text that isn't its address's, which the page's policy would refuse unseen */
async function requestText(fetch: typeof globalThis.fetch, path: string): Promise<string> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TEXT_LIMIT_MS);
  try {
    const response = await fetch(path, { signal: controller.signal });
    const text = response.ok ? await response.text() : '';
    if (!path.endsWith(`/${await hashOf(text)}.json`)) throw new Error(`${path} didn't arrive.`);
    return text;
  } finally {
    clearTimeout(timer);
  }
}

async function hashOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'));
  return hex.join('').slice(0, MAP_HASH_LENGTH);
}
