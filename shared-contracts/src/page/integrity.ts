import { parseJson } from '../contract/fields.ts';
import type { RegistryEntry } from './registry.ts';
import { askedAgain, movedAddress, RETRY_ADDRESSES } from './retry-addresses.ts';

/** Hashes by address: all that the scripts of a release may be imported from. */
export function releaseHashes({ entry, scripts }: Pick<RegistryEntry, 'entry' | 'scripts'>) {
  const hashes: Record<string, string> = {};
  for (let attempt = 0; attempt <= RETRY_ADDRESSES; attempt += 1) {
    const moved = movedAddress(entry, attempt);
    for (const { file, integrity } of scripts) {
      const address = new URL(file, moved).href;
      hashes[address] = integrity;
      if (address === moved) continue;
      for (let again = 1; again <= RETRY_ADDRESSES; again += 1) hashes[askedAgain(address, again)] = integrity;
    }
  }
  return hashes;
}

/** Of `<script type="importmap">`. */
export const integrityMapText = (hashes: Readonly<Record<string, string>>): string =>
  JSON.stringify({ integrity: hashes }).replaceAll('<', '\\u003c');

/**
 * What another remote's page brings before its first import: the map and the release's description, which together are
 * its entry but for the switches.
 */
export const releaseText = (map: string, described: object): string => `${map}\t${JSON.stringify(described)}`;

/** The parts of a `releaseText`. Its JSON has no tab. */
export function readReleaseText(releaseText: string): { map: string; described: unknown } {
  const [map = '', described = ''] = releaseText.split('\t');
  return { map, described: parseJson(described) };
}

/** Characters of a text's SHA-256, hexadecimal: nobody finds another text with the same ones. */
export const MAP_HASH_LENGTH = 24;

/** Texts at one address. */
export const MAPS_PER_REQUEST = 20;

/**
 * Where the host's origin has the texts of releases, one a line; those that it doesn't know are left out.
 * @param hashes of the texts, at most `MAPS_PER_REQUEST`: another text has another address
 */
export const integrityPath = (hashes: readonly string[]): string => `/integrity/${hashes.join('-')}.json`;
