import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { codeOf } from './text.ts';

/** The message names the folder and the remedy. */
export class FolderNotWritable extends Error {
  override name = 'FolderNotWritable';
}

/**
 * Creates a folder if needed.
 * @param variable the setting named in the error
 * @throws FolderNotWritable
 */
export async function makeWritable(folder: string, variable: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = whyNotWritten(error);
    if (reason === null) throw error;
    throw new FolderNotWritable(
      `The folder ${folder} can't be written: ${reason}. Give this user the right to write there, or set ${variable} to another folder.`,
      { cause: error },
    );
  }
}

/** A file system error in plain words, `null` for any other. */
export function whyNotWritten(error: unknown): string | null {
  return reasons[codeOf(error)] ?? null;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'it lies on a read-only file system',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'there is a file of that name',
  EISDIR: 'there is a folder of that name',
};
