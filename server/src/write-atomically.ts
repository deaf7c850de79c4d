import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

type WriteOptions = {
  draft?: string;
  /** Subject to the umask. */
  mode?: number;
  /** Asked at the last moment; on `false` the old content stays. */
  mayReplace?: () => boolean;
};

/** A reader, even after a power cut, sees the old or the new content. Creates the folder. */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
  { draft = draftOf(path), mode = 0o666, mayReplace = () => true }: WriteOptions = {},
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
    if (mayReplace()) renameSync(draft, path);
    else await rm(draft);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

const draftOf = (path: string): string => `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
