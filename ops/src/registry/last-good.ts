import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { dirname, join } from 'node:path';
import { writeAtomically } from '@fridge/server/write-atomically';
import { readRegistry } from '@fridge/shared-contracts/host';
import { parseJson } from '../parse-json.ts';

/** Where the last good copy of a registry is kept: among what the product writes, beside the file that people edit. */
export const lastGoodOf = (registryPath: string): string => join(dirname(registryPath), 'run', 'remotes.last-good.json');

/**
 * Keeps a registry that was just published or edited, with the last good entry in place of each that doesn't fit. One
 * that can't be kept is good all the same.
 */
export async function keepLastGood(path: string, text: string): Promise<void> {
  const before = await readLastGood(path);
  const good = withLastGoodEntries(text, before);
  if (before !== good) await writeAtomically(path, good).catch(() => undefined);
}

const remotesSchema = v.looseObject({ remotes: v.record(v.string(), v.unknown()) });
const switchSchema = v.looseObject({ enabled: v.boolean() });

/**
 * A wrong field doesn't close an activity: the last good entry of that name stays in force, switched as the new one
 * says where its switch can be read. An entry that never was good stays as it is.
 * @param good an earlier registry, as text
 * @returns the same text where there is nothing to put in
 */
export function withLastGoodEntries(text: string, good: string | null): string {
  const raw = parseJson(text);
  const read = readRegistry(raw);
  const before = readRegistry(parseJson(good));
  if (!v.is(remotesSchema, raw) || read === null || before === null) return text;
  const earlier = v.parse(remotesSchema, parseJson(good)).remotes;
  const kept = read.leftOut.filter(({ name }) => before.registry.remotes[name] !== undefined).map(({ name }) => {
    const wrong = raw.remotes[name];
    return [name, { ...Object(earlier[name]), ...(v.is(switchSchema, wrong) && { enabled: wrong.enabled }) }] as const;
  });
  return kept.length === 0 ? text : JSON.stringify({ ...raw, remotes: { ...raw.remotes, ...Object.fromEntries(kept) } });
}

/** @returns `null` where none was ever kept */
export function readLastGood(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}
