import type { ObjectStorage } from '../object-storage.ts';
import { objectsOf, type StoredFile } from './stored-file.ts';

const AT_ONCE = 6;

/** Looks for every object of a release. @returns the first that the store has lost, or `null` @throws when the store fails */
export async function findLostObject(storage: ObjectStorage, files: readonly StoredFile[]): Promise<string | null> {
  const waiting = objectsOf(files).values();
  let lost: string | null = null;
  const lookNext = async () => {
    for (const name of waiting) {
      if (lost !== null) return;
      const stored = await storage.read(name);
      stored?.content.destroy();
      if (stored === null) lost = name;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lookNext));
  return lost;
}
