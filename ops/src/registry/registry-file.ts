import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseRegistry, type Registry } from '@fridge/shared-contracts';

/** A lock older than this belongs to a process that died; a write takes milliseconds. */
const STALE_LOCK_MS = 10_000;
const LOCK_WAIT_MS = 15_000;

export class RegistryUnreadableError extends Error {
  constructor(path: string, why: string) {
    super(`${path} can't be read as a registry (${why}). Mend it by hand or put a good copy in its place; it was left as it is.`);
    this.name = 'RegistryUnreadableError';
  }
}

/** @returns the registry, an empty one if there is no file @throws RegistryUnreadableError */
export async function readRegistryFile(path: string): Promise<Registry> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return { version: 1, remotes: {} };
  const registry = parseRegistry(parseJson(path, text));
  if (!registry) throw new RegistryUnreadableError(path, "it doesn't fit the schema");
  return registry;
}

/**
 * Changes the registry: one writer at a time, and a reader sees the old file or the new one, never half of it.
 * @throws RegistryUnreadableError when what stands there is broken: an operator's edit is never overwritten
 */
export async function updateRegistryFile(path: string, change: (registry: Registry) => Registry): Promise<Registry> {
  await mkdir(dirname(path), { recursive: true });
  const unlock = await lock(`${path}.lock`);
  try {
    const changed = change(await readRegistryFile(path));
    await writeAtomically(path, `${JSON.stringify(changed, null, 2)}\n`);
    return changed;
  } finally {
    await unlock();
  }
}

export async function writeAtomically(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  const file = await open(temporary, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}

async function lock(path: string): Promise<() => Promise<void>> {
  const giveUpAt = Date.now() + LOCK_WAIT_MS;
  while (!(await tryLock(path))) {
    const age = await stat(path).then((info) => Date.now() - info.mtimeMs, () => 0);
    if (age > STALE_LOCK_MS) await rm(path, { force: true });
    else if (Date.now() > giveUpAt) throw new Error(`${path} is held by another process; try again, or remove it if none is running.`);
    else await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return () => rm(path, { force: true });
}

/** @returns whether this process holds the lock: creating a file that must not exist is one step for the system */
async function tryLock(path: string): Promise<boolean> {
  return writeFile(path, String(process.pid), { flag: 'wx' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RegistryUnreadableError(path, error instanceof Error ? error.message : 'not JSON');
  }
}
