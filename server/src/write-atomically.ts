import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export type WriteOptions = {
  /** Where it is written before it is moved; one of its own for each write unless told otherwise. */
  draft?: string;
  /** Who may read it, as far as the system's mask lets them. */
  mode?: number;
};

/**
 * Writes a file so that a reader sees the old content or the new one, never half of it, also after a power cut. Its
 * folder is made where there is none.
 */
export async function writeAtomically(path: string, content: string | Uint8Array | AsyncIterable<string>, { draft = draftOf(path), mode = 0o666 }: WriteOptions = {}): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  try {
    const file = await open(draft, 'w', mode);
    try {
      for await (const part of typeof content === 'string' || content instanceof Uint8Array ? [content] : content) await file.appendFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

const draftOf = (path: string): string => `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
