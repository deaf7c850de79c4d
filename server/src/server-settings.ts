import { specifiedWindows } from '@fridge/shared-contracts';
import { mergeSettings, type RuntimeSettings, runtimeSettingsSchema } from '@fridge/shared-contracts/host';
import * as v from 'valibot';
import type { Environment } from './environment.ts';
import type { Log } from './log.ts';
import { followFile, type FollowedFile } from './settings/follow-file.ts';

export type ServerSettings = Pick<RuntimeSettings, 'activity2023' | 'apiBase' | 'signing' | 'windows'>;

const serverSettingsSchema = v.pick(runtimeSettingsSchema, ['activity2023', 'apiBase', 'signing', 'windows']);

/** Follows the settings file. It may be partial: its values override environment and specification by name. */
export function followSettings(
  { PORT, SETTINGS_FILE, SIGNER, SIGNING_KEY }: Environment,
  log: Log,
): FollowedFile<ServerSettings> {
  const initial: ServerSettings = {
    apiBase: `http://localhost:${PORT}`,
    signing: { signer: SIGNER, key: SIGNING_KEY },
    activity2023: { isDirect: 'isDirect', getNewAnswer: 'getNewAnswer', AnswerQuestion: 'AnswerQuestion' },
    windows: specifiedWindows,
  };
  return followFile<ServerSettings>(SETTINGS_FILE, {
    initial,
    parse: (text) => parseSettings(text, initial),
    onChange: (problem) =>
      problem === null ? log.info({ event: 'settingsRead' }) : log.warn({ event: 'settingsRefused', problem }),
  });
}

/** Errors name fields, never values, which include keys. */
function parseSettings(text: string, initial: ServerSettings): ServerSettings {
  const whole = v.pipe(
    v.string(),
    v.parseJson(undefined, 'not readable as JSON'),
    v.transform((own) => mergeSettings(initial, own)),
    serverSettingsSchema,
  );
  const parsed = v.safeParse(whole, text);
  if (parsed.success) return parsed.output;
  throw new Error(
    parsed.issues
      .map((issue) => v.getDotPath(issue) ?? (issue.kind === 'transformation' ? issue.message : 'the whole file'))
      .join(', '),
  );
}
