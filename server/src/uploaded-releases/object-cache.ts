import { buffer } from 'node:stream/consumers';
import type { ObjectStorage } from '../object-storage.ts';

/** Several times what one page loads of all remotes. */
const KEPT_BYTES = 48 * 1024 * 1024;

/**
 * Objects in memory, since an object storage answers far slower than a disk; the least recently used goes first. Who asks
 * for one that is being read waits for it.
 * @returns reads an object; `null` when the store has none
 */
export function cachedObjects(
  storage: ObjectStorage,
  mostBytes = KEPT_BYTES,
): (name: string) => Promise<Buffer | null> {
  const kept = new Map<string, Buffer>();
  const reading = new Map<string, Promise<Buffer | null>>();
  let bytes = 0;
  const keep = (name: string, content: Buffer) => {
    kept.set(name, content);
    bytes += content.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= mostBytes) break;
      kept.delete(oldest);
      bytes -= length;
    }
  };
  const read = async (name: string) => {
    const stored = await storage.read(name);
    if (stored === null) return null;
    const content = await buffer(stored.content);
    keep(name, content);
    return content;
  };
  return (name) => {
    const content = kept.get(name);
    if (content !== undefined) {
      kept.delete(name);
      kept.set(name, content);
      return Promise.resolve(content);
    }
    const running = reading.get(name) ?? read(name).finally(() => reading.delete(name));
    reading.set(name, running);
    return running;
  };
}
