import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { remoteNameSchema } from '@fridge/shared-contracts/page';
import { ROUTE_BUDGET_BYTES } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { waivableRules } from '../check/rule.ts';
import { codeOf } from './command-failed.ts';
import { folderAddress, origin } from './option-schemas.ts';
import { lacks, parseFile } from './parse-file.ts';

export const SETTINGS_FILE = 'remote-kit.json';

const settingsSchema = v.strictObject({
  team: remoteNameSchema,
  /** The API's public origin: where releases are published, and what a signature is for. */
  api: origin,
  /** Where users open the product. */
  host: origin,
  /** Where the built files are served, by `<version>/`, with a slash at its end; `null`: they are uploaded. */
  origin: v.nullable(folderAddress),
  /** The site's: bytes of a route's scripts and styles, gzip. */
  sizeBudget: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), ROUTE_BUDGET_BYTES),
  /** What a route's address has to carry, by its path: `{ "/address": { "id": "1" } }`. */
  queries: v.optional(v.record(v.string(), v.record(v.string(), v.string())), {}),
  /** Routes that show what is the user's own: their shells may be skeletons for the most part. */
  skeletons: v.optional(v.array(v.string()), []),
  /** Rules of `check` that a team lets pass, such as those that a component library fails on. */
  waivers: v.optional(
    v.array(
      v.strictObject({
        rule: v.picklist(waivableRules, `one of ${waivableRules.join(', ')}`),
        routes: v.optional(v.array(v.string())),
        reason: v.pipe(v.string(), v.trim(), v.minLength(10, 'a reason of 10 characters or more')),
      }),
    ),
    [],
  ),
});
export type RemoteSettings = v.InferOutput<typeof settingsSchema>;

const jsonObject = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

/**
 * Reads `remote-kit.json`.
 * @param api of the command line, which wins
 * @throws CommandFailed (2) with each field that doesn't fit
 */
export async function readRemoteSettings(folder: string, api?: string): Promise<RemoteSettings> {
  const file = join(folder, SETTINGS_FILE);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? lacks(folder, SETTINGS_FILE) : error;
  });
  const fields = parseFile(file, jsonObject, text);
  return parseFile(file, settingsSchema, { ...fields, ...(api !== undefined && { api }) });
}
