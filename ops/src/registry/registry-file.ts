import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { takeLock } from '@fridge/server/process-lock';
import { makeWritable } from '@fridge/server/writable-folder';
import { writeAtomically } from '@fridge/server/write-atomically';
import { type LeftOut, readRegistry, type Registry, registryProblems } from '@fridge/shared-contracts/host';
import { keepLastGood, lastGoodOf } from './last-good.ts';

/** A write takes milliseconds; a publication reads every file of its release before it takes the lock. */
const LOCK_WAIT_MS = 15_000;

export class RegistryUnreadableError extends Error {
  constructor(path: string, why: string) {
    super(`${path} can't be read as a registry (${why}). Mend it by hand or put a good copy in its place; it was left as it is.`);
    this.name = 'RegistryUnreadableError';
  }
}

export type RegistryFile = {
  registry: Registry;
  /** Remotes whose entries don't fit, with what is wrong in each. */
  leftOut: readonly LeftOut[];
  /** Every entry as it stands in the file. */
  raw: Readonly<Record<string, unknown>>;
};

const remotesSchema = v.object({ remotes: v.record(v.string(), v.unknown()) });

/** @returns the registry, an empty one if there is no file @throws RegistryUnreadableError */
export async function readRegistryFile(path: string): Promise<RegistryFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"version":1,"remotes":{}}';
    throw error;
  });
  const json = parseJson(path, text);
  const read = readRegistry(json);
  if (!read) throw new RegistryUnreadableError(path, registryProblems(json).join('; '));
  return { ...read, raw: v.parse(remotesSchema, json).remotes };
}

/**
 * Changes entries of the registry: one writer at a time, and a reader sees the old file or the new one, never half of
 * it. Every other entry keeps its letter, one that is left out for its faults included. What was written is kept as the
 * last good registry.
 * @param change gives the entries to write, by name; none: the file stays untouched
 * @throws FolderNotWritable, and RegistryUnreadableError when what stands there is no registry: an operator's edit is
 *   never overwritten
 */
export async function updateRegistryFile(path: string, change: (file: RegistryFile) => Readonly<Record<string, object>>): Promise<void> {
  await makeWritable(dirname(path), 'STATE_DIR');
  const lock = await takeLock(`${path}.lock`, { waitMs: LOCK_WAIT_MS });
  try {
    const file = await readRegistryFile(path);
    const edits = change(file);
    if (Object.keys(edits).length === 0) return;
    const text = `${JSON.stringify({ version: file.registry.version, remotes: { ...file.raw, ...edits } }, null, 2)}\n`;
    await writeAtomically(path, text);
    await keepLastGood(lastGoodOf(path), text);
  } finally {
    await lock.release();
  }
}

/** One line for each remote that the registry names wrongly, fit to print. */
export function describeLeftOut(leftOut: readonly LeftOut[]): string[] {
  return leftOut.map(({ name, problems }) => `! ${name} doesn't fit the registry and its last good entry, if there is one, stays in force: ${problems.join('; ')}`);
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RegistryUnreadableError(path, error instanceof Error ? error.message : 'not JSON');
  }
}
