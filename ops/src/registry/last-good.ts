import * as v from 'valibot';
import { dirname, join } from 'node:path';
import { writeAtomically } from '@fridge/server/write-atomically';
import { readRegistry } from '@fridge/shared-contracts/host';
import { parseJson, textOf } from '../parse-json.ts';

export const lastGoodOf = (registryPath: string): string => join(dirname(registryPath), 'run', 'remotes.last-good.json');

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
