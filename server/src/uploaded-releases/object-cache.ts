import { recentlyUsed } from '../recently-used.ts';

/** Several times what one page loads of all remotes. */
const KEPT_BYTES = 48 * 1024 * 1024;

/**
 * Objects in memory, since an object storage answers far slower than a disk; the least recently used goes first. Who asks
 * for one that is being read waits for it.
 * @returns gives an object, read unless it is in memory; `null` when the store has none
 */
export function objectCache(
  mostBytes = KEPT_BYTES,
): (name: string, readStored: () => Promise<Buffer | null>) => Promise<Buffer | null> {
  const kept = recentlyUsed<Buffer>(mostBytes, ({ length }) => length);
  const reading = new Map<string, Promise<Buffer | null>>();
  const read = async (name: string, readStored: () => Promise<Buffer | null>) => {
    const content = await readStored();
    if (content !== null) kept.set(name, content);
    return content;
  };
  return (name, readStored) => {
    const content = kept.get(name);
    if (content !== undefined) return Promise.resolve(content);
    const running = reading.get(name) ?? read(name, readStored).finally(() => reading.delete(name));
    reading.set(name, running);
    return running;
  };
}
