import type { RegistryEntry } from './registry.ts';

/**
 * A file is loaded from its own address and at most this many others: `/~1/` to `/~3/` of its origin, and `?again=1` to
 * `?again=3` for a chunk that a remote loads late. An integrity map lists addresses, so nothing may be imported from
 * any other.
 */
export const RETRY_ADDRESSES = 3;

type ReleaseScripts = Pick<RegistryEntry, 'entry' | 'scripts'>;

/** Hashes by address: all that the scripts of a release may be imported from. */
export function releaseHashes({ entry, scripts }: ReleaseScripts): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (let attempt = 0; attempt <= RETRY_ADDRESSES; attempt += 1) {
    const moved = movedAddress(entry, attempt);
    for (const { file, integrity } of scripts) {
      const address = new URL(file, moved).href;
      hashes[address] = integrity;
      if (address === moved) continue;
      for (let again = 1; again <= RETRY_ADDRESSES; again += 1) hashes[`${address}?again=${again}`] = integrity;
    }
  }
  return hashes;
}

/** Absolute. @param attempt 0: the address itself */
export function movedAddress(address: string, attempt: number): string {
  if (attempt === 0) return address;
  const url = new URL(address);
  url.pathname = `/~${attempt}${url.pathname}`;
  return url.href;
}

/** Of `<script type="importmap">`. */
export const integrityMapText = (hashes: Readonly<Record<string, string>>): string =>
  JSON.stringify({ integrity: hashes }).replaceAll('<', '\\u003c');

/** Characters of a text's SHA-256, hexadecimal: nobody finds another text with the same ones. */
export const MAP_HASH_LENGTH = 24;

/** Where the host's origin has the text of a release's map. @param hash of the text: another text has another address */
export const integrityPath = (name: string, version: string, hash: string): string =>
  `/integrity/${name}/${encodeURIComponent(version)}/${hash}.json`;
