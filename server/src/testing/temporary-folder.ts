import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Several times what all tests have there at once. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Where a run of tests makes its folders, given to it as `TMPDIR`: in memory if there is room, else as usual. A test's
 * server copies a database of a thousand files, which takes a disk's file system ten times the computing. A `TMPDIR`
 * that the caller set counts.
 */
export function temporaryFolder(inMemory = '/dev/shm', neededBytes = NEEDED_BYTES): string {
  if (process.env['TMPDIR'] || !hasRoom(inMemory, neededBytes)) return tmpdir();
  return inMemory;
}

function hasRoom(folder: string, bytes: number): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory()) >= bytes;
  } catch {
    return false;
  }
}
