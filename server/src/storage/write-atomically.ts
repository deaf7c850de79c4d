import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from './text.ts';

type WriteOptions = {
  draft?: string;
  /** Subject to the umask. */
  mode?: number | undefined;
  /** Asked at the last moment; on `false` the old content stays. */
  mayReplace?: () => boolean;
  /** Never replaces a file, even one that appears meanwhile. */
  isNew?: boolean;
};

/** Nothing was written. */
export class FileIsThere extends Error {
  override name = 'FileIsThere';
}

/**
 * A reader, even after a power cut, sees the old or the new content; of a file that `isNew`, for a moment, an empty one.
 * Creates the folder.
 * @throws FileIsThere if the file `isNew` and is there
 */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
  { draft = draftOf(path), mode = 0o666, mayReplace = () => true, isNew = false }: WriteOptions = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  try {
    const file = await open(draft, 'w', mode);
    try {
      for await (const part of typeof content === 'string' || content instanceof Uint8Array ? [content] : content)
        await file.appendFile(part);
      await file.sync();
    } finally {
      await file.close();
    }
    if (isNew) await takeName(path);
    if (isNew || mayReplace()) renameSync(draft, path);
    else await rm(draft);
    await syncFolder(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The name is on the disk as well. Some file systems sync no folder (EINVAL), and Windows opens none. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

/** @throws FileIsThere */
async function takeName(path: string): Promise<void> {
  const taken = await open(path, 'wx').catch((error: unknown) => {
    throw codeOf(error) === 'EEXIST' ? new FileIsThere(path, { cause: error }) : error;
  });
  await taken.close();
}

const draftOf = (path: string): string => `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
