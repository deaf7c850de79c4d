import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Writes a file so that a reader sees the old content or the new one, never half of it, also after a power cut.
 * @param mode who may read it, as far as the system's mask lets them
 */
export async function writeAtomically(path: string, content: string | AsyncIterable<string>, mode = 0o666): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  try {
    const file = await open(draft, 'wx', mode);
    try {
      for await (const part of typeof content === 'string' ? [content] : content) await file.appendFile(part);
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
