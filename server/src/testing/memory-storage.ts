import { Readable } from 'node:stream';
import type { ObjectStorage } from '../storage/object-storage.ts';

/** An object storage that can lose its objects, or fail. */
export type MemoryStorage = ObjectStorage & {
  contents: Map<string, Buffer>;
  /** Names, as they were read. */
  reads: string[];
  fails: boolean;
  /** Runs after each write. */
  onWrite?: () => unknown;
};

export function memoryStorage(): MemoryStorage {
  const storage: MemoryStorage = {
    contents: new Map(),
    reads: [],
    fails: false,
    async write(name, content) {
      requireWorking();
      storage.contents.set(name, content);
      await storage.onWrite?.();
    },
    async read(name) {
      requireWorking();
      storage.reads.push(name);
      const content = storage.contents.get(name);
      return content === undefined ? null : { bytes: content.length, content: Readable.from([content]) };
    },
    async remove(name) {
      requireWorking();
      storage.contents.delete(name);
    },
  };
  const requireWorking = () => {
    if (storage.fails) throw new Error('The object storage answered with HTTP 503.');
  };
  return storage;
}
