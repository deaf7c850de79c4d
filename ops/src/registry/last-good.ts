import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeAtomically } from '@fridge/server/write-atomically';

/** Where the last good copy of a registry is kept: among what the product writes, beside the file that people edit. */
export const lastGoodOf = (registryPath: string): string => join(dirname(registryPath), 'run', 'remotes.last-good.json');

/** Keeps a registry that was just published or edited. One that can't be kept is good all the same. */
export async function keepLastGood(path: string, text: string): Promise<void> {
  if ((await readLastGood(path)) !== text) await writeAtomically(path, text).catch(() => undefined);
}

/** @returns `null` where none was ever kept */
export function readLastGood(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}
