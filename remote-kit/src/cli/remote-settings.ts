import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { remoteNameSchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { SIZE_BUDGET_BYTES } from '../check/limits.ts';
import { CommandFailed, systemCodeOf } from './command-failed.ts';
import { folderAddress, origin } from './option-schemas.ts';
import { parseFile } from './parse-file.ts';

export const SETTINGS_FILE = 'remote-kit.json';

/** Of `remote-kit check`. */
const checkSettings = {
  /** Bytes of a route's scripts and styles, gzip. */
  sizeBudget: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), SIZE_BUDGET_BYTES),
  /** What a route's address has to carry, by its path: `{ "/address": { "id": "1" } }`. */
  queries: v.optional(v.record(v.string(), v.record(v.string(), v.string())), {}),
  /** Routes that show what is the user's own: their shells may be skeletons for the most part. */
  skeletons: v.optional(v.array(v.string()), []),
} as const;

const checkSchema = v.object(checkSettings);
export type CheckSettings = v.InferOutput<typeof checkSchema>;

const settingsSchema = v.strictObject({
  team: remoteNameSchema,
  /** The API's public origin: where releases are published, and what a signature is for. */
  api: origin,
  /** Where users open the product. */
  host: origin,
  /** Where the built files are served, by `<version>/`, with a slash at its end; `null`: they are uploaded. */
  origin: v.nullable(folderAddress),
  ...checkSettings,
});
export type RemoteSettings = v.InferOutput<typeof settingsSchema>;

const jsonObject = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

/** @returns `null`: there is no such file */
async function readFields(file: string): Promise<Record<string, unknown> | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCodeOf(error) === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : parseFile(file, jsonObject, text);
}

/**
 * Reads `remote-kit.json`.
 * @param api of the command line, which wins
 * @throws CommandFailed (2) with each field that doesn't fit
 */
export async function readRemoteSettings(folder: string, api?: string): Promise<RemoteSettings> {
  const file = join(folder, SETTINGS_FILE);
  const fields = await readFields(file);
  if (fields !== null) return parseFile(file, settingsSchema, { ...fields, ...(api !== undefined && { api }) });
  throw new CommandFailed(
    2,
    `${folder} has no ${SETTINGS_FILE}: run the command in a remote's folder, or name it by --folder PATH.`,
  );
}

/**
 * What `check` takes of `remote-kit.json`, which it doesn't need.
 * @throws CommandFailed (2) with each field that doesn't fit
 */
export async function readCheckSettings(folder: string): Promise<CheckSettings> {
  const file = join(folder, SETTINGS_FILE);
  return parseFile(file, checkSchema, (await readFields(file)) ?? {});
}
