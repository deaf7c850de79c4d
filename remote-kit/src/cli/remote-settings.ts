import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { remoteNameSchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { CommandFailed, messageOf, systemCodeOf } from './command-failed.ts';

export const SETTINGS_FILE = 'remote-kit.json';

const webAddress = v.pipe(v.string(), v.url(), v.regex(/^https?:\/\//, 'an address of http or https'));
/** With the slash at the end that joining needs. */
const folderAddress = v.pipe(
  webAddress,
  v.transform((address) => (address.endsWith('/') ? address : `${address}/`)),
);
const origin = v.pipe(
  webAddress,
  v.transform((address) => address.replace(/\/+$/, '')),
);

/** Of `remote-kit check`. */
const checkSettings = {
  /** Bytes of a route's scripts and styles, gzip. */
  sizeBudget: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** What a route's address has to carry, by its path: `{ "/address": { "id": "1" } }`. */
  queries: v.optional(v.record(v.string(), v.record(v.string(), v.string())), {}),
  /** Routes that show what is the user's own: their shells may be skeletons for the most part. */
  skeletons: v.optional(v.array(v.string()), []),
} as const;
export type CheckSettings = v.InferOutput<v.ObjectSchema<typeof checkSettings, undefined>>;

const settingsSchema = v.strictObject({
  team: remoteNameSchema,
  /** The API's public origin: where releases are published, and what a signature is for. */
  api: origin,
  /** Where users open the product. */
  host: origin,
  /** Where the built files are served, by `<version>/`; `null`: they are uploaded with the release. */
  origin: v.nullable(folderAddress),
  ...checkSettings,
});
export type RemoteSettings = v.InferOutput<typeof settingsSchema>;

/**
 * Reads `remote-kit.json`; options of the command line win.
 * @throws CommandFailed (2) with each field that doesn't fit
 */
export async function readRemoteSettings(
  folder: string,
  overrides: Partial<Record<keyof RemoteSettings, string | undefined>> = {},
): Promise<RemoteSettings> {
  const file = join(folder, SETTINGS_FILE);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
    throw new CommandFailed(
      2,
      `${folder} has no ${SETTINGS_FILE}: run the command in a remote's folder, or name it by --folder PATH.`,
    );
  });
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  const parsed = v.safeParse(settingsSchema, { ...parseJson(file, text), ...given });
  if (parsed.success) return parsed.output;
  throw new CommandFailed(
    2,
    parsed.issues.map((issue) => `${file}, ${v.getDotPath(issue) ?? 'the whole file'}: ${issue.message}`),
  );
}

/**
 * What `check` takes of `remote-kit.json`, which it doesn't need.
 * @throws CommandFailed (2) with each field that doesn't fit
 */
export async function readCheckSettings(folder: string): Promise<CheckSettings> {
  const file = join(folder, SETTINGS_FILE);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
    return '{}';
  });
  const parsed = v.safeParse(v.object(checkSettings), parseJson(file, text));
  if (parsed.success) return parsed.output;
  throw new CommandFailed(
    2,
    parsed.issues.map((issue) => `${file}, ${v.getDotPath(issue) ?? 'the whole file'}: ${issue.message}`),
  );
}

const objectSchema = v.record(v.string(), v.unknown());

function parseJson(file: string, text: string): Record<string, unknown> {
  try {
    return v.parse(objectSchema, JSON.parse(text));
  } catch (error) {
    throw new CommandFailed(2, `${file} is no JSON object: ${messageOf(error)}`, { cause: error });
  }
}
