import { randomBytes } from 'node:crypto';
import { constants, renameSync } from 'node:fs';
import { copyFile, link, mkdir, open, rm } from 'node:fs/promises';
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
 * A reader, even after a power cut, sees the old or the new content. Creates the folder.
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
    if (isNew) await takeName(draft, path);
    else if (mayReplace()) renameSync(draft, path);
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

/** Of file systems without second names, such as FAT. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** A second name for the draft, which unlike a rename replaces nothing. @throws FileIsThere */
async function takeName(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path).catch((error: unknown) => {
      if (!WITHOUT_LINKS.has(codeOf(error))) throw error;
      return copyFile(draft, path, constants.COPYFILE_EXCL);
    });
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? new FileIsThere(path, { cause: error }) : error;
  }
  await rm(draft);
}

const draftOf = (path: string): string => `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
