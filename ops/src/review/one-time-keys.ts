import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeWritable } from '@fridge/server/writable-folder';

const KEY_LIFE_MS = 10 * 60 * 1000;

/** Hashed: listing the folder reveals no key. */
const fileOf = (folder: string, key: string) => join(folder, createHash('sha256').update(key).digest('hex'));

/** Opens once, within ten minutes. Processes share keys through the folder. */
export async function makeKey(folder: string): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  await makeFolder(folder);
  await writeFile(fileOf(folder, key), '', { mode: 0o600, flag: 'wx' });
  return key;
}

/** Doesn't use the key up. */
export function knowsKey(folder: string, key: string, now = Date.now()): Promise<boolean> {
  return stat(fileOf(folder, key)).then(
    ({ mtimeMs }) => now - mtimeMs <= KEY_LIFE_MS,
    () => false,
  );
}

/** @returns whether the key was valid; of two concurrent calls one succeeds, since it removes the file */
export async function takeKey(folder: string, key: string, now = Date.now()): Promise<boolean> {
  const isKnown = await knowsKey(folder, key, now);
  const isRemoved = await unlink(fileOf(folder, key)).then(
    () => true,
    () => false,
  );
  return isKnown && isRemoved;
}

const portFile = (folder: string) => join(folder, 'port');

/** Removes every key and stores the page's port. */
export async function beginKeys(folder: string, port: number): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await makeFolder(folder);
  await writeFile(portFile(folder), String(port), { mode: 0o600 });
}

/** @returns `null` if no product stored a port yet */
export async function portOfKeys(folder: string): Promise<number | null> {
  const port = await readFile(portFile(folder), 'utf8').catch(() => '');
  return /^\d{1,5}$/.test(port) ? Number(port) : null;
}

async function makeFolder(folder: string): Promise<void> {
  await makeWritable(dirname(folder), 'STATE_DIR');
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
