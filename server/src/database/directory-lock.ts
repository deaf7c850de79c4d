import { link, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import { isRunning, type ProcessIdentity, processIdentity } from './process-identity.ts';

export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';
}

export interface DirectoryLock {
  release(): Promise<void>;
}

const ownerSchema = v.pipe(v.string(), v.parseJson(), v.object({ pid: v.pipe(v.number(), v.integer(), v.minValue(1)), startedAt: v.string() }));

/**
 * Takes `<folder>.lock`, a file beside the folder that names the process using it. The lock of a process that no
 * longer runs is taken over. Every step that could be raced is a `link`, which the file system lets only one win.
 * @throws DirectoryInUse with what to do about it
 */
export async function lockDirectory(folder: string): Promise<DirectoryLock> {
  const path = `${folder.replace(/\/+$/, '')}.lock`;
  const me = processIdentity(process.pid);
  if (!(await createExclusively(path, me))) await takeOver(path, me, folder);
  return { release: () => removeIfPresent(path) };
}

async function takeOver(path: string, me: ProcessIdentity, folder: string): Promise<void> {
  const guard = `${path}.takeover`;
  if (!(await createExclusively(guard, me))) {
    throw new DirectoryInUse(`Another process is just taking over ${folder}. If none is, delete ${guard} and start again.`);
  }
  try {
    const owner = await readOwner(path);
    if (owner !== null && isRunning(owner)) {
      throw new DirectoryInUse(
        `The data directory ${folder} is in use by process ${owner.pid}. Stop that process first, or set DATA_DIR to another directory.`,
      );
    }
    await rename(await writeBeside(path, me), path);
  } finally {
    await removeIfPresent(guard);
  }
}

/** The content is complete before the name exists, so no reader ever sees half an owner. */
async function createExclusively(path: string, owner: ProcessIdentity): Promise<boolean> {
  const draft = await writeBeside(path, owner);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await removeIfPresent(draft);
  }
}

let drafts = 0;
async function writeBeside(path: string, owner: ProcessIdentity): Promise<string> {
  drafts += 1;
  const draft = `${path}.${owner.pid}.${drafts}`;
  await writeFile(draft, JSON.stringify(owner));
  return draft;
}

/** @returns `null` for a lock that can't be read: whoever wrote it, it names no running process */
async function readOwner(path: string): Promise<ProcessIdentity | null> {
  try {
    const parsed = v.safeParse(ownerSchema, await readFile(path, 'utf8'));
    return parsed.success ? parsed.output : null;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function removeIfPresent(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
  });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
