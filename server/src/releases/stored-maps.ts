import { text } from 'node:stream/consumers';
import type { ThrownPlace } from '@fridge/shared-contracts/page';
import { and, eq } from 'drizzle-orm';
import type { Services } from '../program/services.ts';
import { type FileOwner, readStored, servedPath } from './file-store.ts';
import { type OriginalPlaces, readSourceMap } from './publish/read-source-map.ts';
import { servedFiles } from './tables.ts';

/** Tells where built code stands in its source, by the maps that came with releases. Each map is read once. */
export function createOriginalPlaces({ queries, releaseStorage }: Pick<Services, 'queries' | 'releaseStorage'>) {
  const maps = new Map<string, Promise<OriginalPlaces>>();
  const read = async (path: string): Promise<OriginalPlaces> => {
    const asked = and(eq(servedFiles.path, path), eq(servedFiles.encoding, 'identity'));
    const [row] = await queries.select({ hash: servedFiles.hash }).from(servedFiles).where(asked);
    const stored = row === undefined ? null : await readStored(releaseStorage, row.hash).catch(() => null);
    return readSourceMap(stored === null ? '' : await text(stored.content));
  };
  /** @returns without a map, the place in the built file */
  return async (release: FileOwner, place: ThrownPlace): Promise<string> => {
    const path = servedPath(release, `${place.file}.map`);
    const reading = maps.get(path) ?? read(path);
    maps.set(path, reading);
    return (await reading)(place) ?? `${place.file}:${place.line}:${place.column}`;
  };
}
