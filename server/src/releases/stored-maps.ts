import { setImmediate } from 'node:timers/promises';
import type { ThrownPlace } from '@fridge/shared-contracts/page';
import { SOURCE_MAP_BYTES } from '@fridge/shared-contracts/team';
import { and, eq, inArray } from 'drizzle-orm';
import { readBounded } from '../bounds/read-bounded.ts';
import type { Services } from '../program/services.ts';
import { readStored, servedPath } from './file-store.ts';
import { readSourceMap } from './publish/read-source-map.ts';
import { servedFiles, storedFiles } from './tables.ts';

/** Of the maps that one answer reads: parsing 2 MiB takes up to 150 ms. */
const MOST_BYTES = 8 * 1024 * 1024;

type Read = Pick<Services, 'queries' | 'releaseStorage'>;
type Thrown = { version: string; place: ThrownPlace | null };

/**
 * Tells where built code of a remote stands in its source, by the maps that came with its releases. One map is in
 * memory at a time.
 * @param thrown the first ones get their maps where all have more than `MOST_BYTES`
 * @returns without a map, or one that can't be read, the place in the built file
 */
export async function readOriginalPlaces(remote: string, thrown: readonly Thrown[], services: Read) {
  const placesByMap = new Map<string, ThrownPlace[]>();
  for (const { version, place } of thrown) {
    if (place === null) continue;
    const path = servedPath({ remote, version }, `${place.file}.map`);
    placesByMap.set(path, [...(placesByMap.get(path) ?? []), place]);
  }
  const maps = await findMaps([...placesByMap.keys()], services);
  const told = new Map<ThrownPlace, string>();
  let left = MOST_BYTES;
  for (const [path, places] of placesByMap) {
    const { hash = '', bytes = Infinity } = maps.get(path) ?? {};
    const isRead = bytes <= Math.min(left, SOURCE_MAP_BYTES);
    const original = readSourceMap(isRead ? await readMap(hash, bytes, services) : '');
    if (isRead) left -= bytes;
    for (const place of places) told.set(place, original(place) ?? `${place.file}:${place.line}:${place.column}`);
    // Requests that came meanwhile are answered before the next map is parsed.
    await setImmediate();
  }
  return told;
}

async function findMaps(paths: readonly string[], { queries }: Read) {
  const asked = and(inArray(servedFiles.path, [...paths]), eq(servedFiles.encoding, 'identity'));
  const found = await queries
    .select({ path: servedFiles.path, hash: storedFiles.hash, bytes: storedFiles.bytes })
    .from(servedFiles)
    .innerJoin(storedFiles, eq(storedFiles.hash, servedFiles.hash))
    .where(asked);
  return new Map(found.map(({ path, ...map }) => [path, map]));
}

const tooLarge = () => new Error('The object has more bytes than were stored.');

/** @returns empty for one that the store has lost, or doesn't give */
async function readMap(hash: string, bytes: number, { releaseStorage }: Read): Promise<string> {
  try {
    const stored = await readStored(releaseStorage, hash);
    return stored === null ? '' : (await readBounded(stored.content, bytes, tooLarge)).toString();
  } catch {
    return '';
  }
}
