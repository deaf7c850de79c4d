import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { takeLock } from '@fridge/server/process-lock';
import { makeWritable } from '@fridge/server/writable-folder';
import { writeAtomically } from '@fridge/server/write-atomically';
import { type LeftOut, readRegistry, type Registry, registryProblems } from '@fridge/shared-contracts/host';
import { messageOf } from '../message-of.ts';
import { keepLastGood, lastGoodOf } from './last-good.ts';

/** A write takes milliseconds. */
const LOCK_WAIT_MS = 15_000;

export class RegistryUnreadableError extends Error {
  constructor(path: string, reason: string) {
    const todo = 'Mend it by hand or put a good copy in its place; it was left as it is.';
    super(`${path} can't be read as a registry (${reason}). ${todo}`);
    this.name = 'RegistryUnreadableError';
  }
}

export type RegistryFile = {
  registry: Registry;
  /** Remotes with invalid entries. */
  leftOut: readonly LeftOut[];
  /** Every entry as written. */
  raw: Readonly<Record<string, unknown>>;
};

const remotesSchema = v.object({ remotes: v.record(v.string(), v.unknown()) });

/** @returns an empty one without a file @throws RegistryUnreadableError */
export async function readRegistryFile(path: string): Promise<RegistryFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"version":1,"remotes":{}}';
    throw error;
  });
  const json = jsonOf(path, text);
  const read = readRegistry(json);
  if (!read) throw new RegistryUnreadableError(path, registryProblems(json).join('; '));
  return { ...read, raw: v.parse(remotesSchema, json).remotes };
}

/**
 * Changes entries atomically, one writer at a time. Other entries stay as written, also invalid ones. The result
 * becomes the last good registry.
 * @param change returns the entries to write, by name
 * @throws FolderNotWritable; RegistryUnreadableError when the file is no registry: an edit is never overwritten
 */
export async function updateRegistryFile(
  path: string,
  change: (file: RegistryFile) => Readonly<Record<string, object>>,
): Promise<void> {
  await makeWritable(dirname(path), 'STATE_DIR');
  const lock = await takeLock(`${path}.lock`, { waitMs: LOCK_WAIT_MS });
  try {
    const file = await readRegistryFile(path);
    const edits = change(file);
    if (Object.keys(edits).length === 0) return;
    const next = { version: file.registry.version, remotes: { ...file.raw, ...edits } };
    const text = `${JSON.stringify(next, null, 2)}\n`;
    await writeAtomically(path, text);
    await keepLastGood(lastGoodOf(path), text);
  } finally {
    await lock.release();
  }
}

export function describeLeftOut(leftOut: readonly LeftOut[]): string[] {
  const effect = "doesn't fit the registry and its last good entry, if there is one, stays in force";
  return leftOut.map(({ name, problems }) => `! ${name} ${effect}: ${problems.join('; ')}`);
}

function jsonOf(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RegistryUnreadableError(path, messageOf(error));
  }
}
