import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '../write-atomically.ts';
import type { PictureStorage } from './picture-storage.ts';

/** Spreads random names over small folders. */
const PREFIX_CHARACTERS = 2;

export function folderStorage(folder: string): PictureStorage {
  const pathOf = (name: string) => join(folder, name.slice(0, PREFIX_CHARACTERS), checked(name));
  return {
    async write(name, content) {
      const path = pathOf(name);
      await writeAtomically(path, content, { draft: draftOf(path) });
    },

    async read(name) {
      const file = await open(pathOf(name)).catch(nullWhenMissing);
      if (file === null) return null;
      const { size } = await file.stat();
      return { bytes: size, content: createReadStream('', { fd: file }) };
    },

    async remove(name) {
      await rm(pathOf(name), { force: true });
      await rm(draftOf(pathOf(name)), { force: true });
    },
  };
}

/** A fixed name: removing a picture also removes a killed process's draft. */
const draftOf = (path: string): string => `${path}.draft`;

/** A faulty name must not leave the folder. */
function checked(name: string): string {
  if (!/^[a-z\d]+\.[a-z]+$/.test(name)) throw new Error('A stored picture has a plain name: letters, digits and one ending.');
  return name;
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
