import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { takeLock } from '../process-lock.ts';
import { makeWritable } from '../writable-folder.ts';
import { writeAtomically } from '../write-atomically.ts';
import { type LeftOut, readRegistry, type Registry, registryProblems } from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import { messageOf, parseJson, textOf } from '../text.ts';

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
  raw: Readonly<Record<string, unknown>>;
};

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

export const lastGoodOf = (registryPath: string): string =>
  join(dirname(registryPath), 'run', 'remotes.last-good.json');

/** Keeps a registry, with the last good entry in place of each invalid one. A failed write is ignored. */
export async function keepLastGood(path: string, text: string): Promise<void> {
  const before = textOf(path);
  const good = withLastGoodEntries(text, before);
  if (before !== good) await writeAtomically(path, good).catch(() => undefined);
}

const remotesSchema = v.looseObject({ remotes: v.record(v.string(), v.unknown()) });
const switchSchema = v.looseObject({ enabled: v.boolean() });

/**
 * Replaces each invalid entry by the last good one, but keeps a readable switch. One without a good entry stays.
 * @param good an earlier registry
 * @returns the same text if nothing is replaced
 */
export function withLastGoodEntries(text: string, good: string | null): string {
  const raw = parseJson(text);
  const read = readRegistry(raw);
  const before = readRegistry(parseJson(good));
  if (!v.is(remotesSchema, raw) || read === null || before === null) return text;
  const earlier = v.parse(remotesSchema, parseJson(good)).remotes;
  const names = read.leftOut.map(({ name }) => name).filter((name) => before.registry.remotes[name] !== undefined);
  if (names.length === 0) return text;
  const replaced = names.map((name) => {
    const wrong = raw.remotes[name];
    return [name, { ...Object(earlier[name]), ...(v.is(switchSchema, wrong) && { enabled: wrong.enabled }) }] as const;
  });
  return JSON.stringify({ ...raw, remotes: { ...raw.remotes, ...Object.fromEntries(replaced) } });
}
