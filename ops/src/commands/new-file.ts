import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { whyNotWritten } from '@fridge/server/storage/writable-folder';
import { FileIsThere, writeAtomically } from '@fridge/server/storage/write-atomically';

/**
 * Writes a file that isn't there yet, whole or not at all: a person may have edited one of the same name.
 * @param content asked for only if there is no such file
 * @throws with the name, the reason and what to do
 */
export async function writeNewFile(
  file: string,
  content: string | AsyncIterable<string>,
  { mode }: { mode?: number } = {},
): Promise<void> {
  const path = resolve(file);
  if (existsSync(path)) throw isThere(file);
  await writeAtomically(path, content, { mode, isNew: true }).catch((error: unknown) => {
    if (error instanceof FileIsThere) throw isThere(file);
    const reason = whyNotWritten(error);
    throw reason === null ? error : new Error(`The file ${file} can't be written: ${reason}.`, { cause: error });
  });
}

const isThere = (file: string): Error =>
  new Error(`${file} is there already, and nothing was written. Name another file, or move this one away first.`);
