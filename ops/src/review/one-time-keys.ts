import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeWritable } from '@fridge/server/writable-folder';

/** Long enough to copy a link, too short to find it lying about. */
const KEY_LIFE_MS = 10 * 60 * 1000;

/** A file by the key's hash: who reads the folder doesn't get to know the key. */
const fileOf = (folder: string, key: string) => join(folder, createHash('sha256').update(key).digest('hex'));

/** Makes a key that opens once, within ten minutes. The folder is how the process that makes it tells the one that takes it. */
export async function makeKey(folder: string): Promise<string> {
  const key = randomBytes(24).toString('base64url');
  await makeFolder(folder);
  await writeFile(fileOf(folder, key), '', { mode: 0o600, flag: 'wx' });
  return key;
}

/** Whether a key would open now; it isn't used up. */
export async function knowsKey(folder: string, key: string, now = Date.now()): Promise<boolean> {
  const made = await stat(fileOf(folder, key)).then(({ mtimeMs }) => mtimeMs, () => null);
  return made !== null && now - made <= KEY_LIFE_MS;
}

/** Uses a key up. @returns whether it was good; of two who try at once one has it, since one alone can remove the file */
export async function takeKey(folder: string, key: string, now = Date.now()): Promise<boolean> {
  const file = fileOf(folder, key);
  const made = await stat(file).then(({ mtimeMs }) => mtimeMs, () => null);
  if (made === null || !(await unlink(file).then(() => true, () => false))) return false;
  return now - made <= KEY_LIFE_MS;
}

const portFile = (folder: string) => join(folder, 'port');

/** Forgets every key, those of a product that ran before, and tells where keys open the page from now on. */
export async function beginKeys(folder: string, port: number): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await makeFolder(folder);
  await writeFile(portFile(folder), String(port), { mode: 0o600 });
}

/** @returns the port of the page that keys of this folder open; `null` when no product has opened it */
export async function portOfKeys(folder: string): Promise<number | null> {
  const told = await readFile(portFile(folder), 'utf8').catch(() => '');
  return /^\d{1,5}$/.test(told) ? Number(told) : null;
}

async function makeFolder(folder: string): Promise<void> {
  await makeWritable(dirname(folder), 'STATE_DIR');
  await mkdir(folder, { recursive: true, mode: 0o700 });
}
