import { type RuntimeSettings, runtimeSettingsSchema, specifiedSchedule } from '@fridge/shared-contracts';
import * as v from 'valibot';
import type { Environment } from './environment.ts';
import type { Log } from './log.ts';
import { followFile, type FollowedFile } from './settings-file.ts';

/** The part of the runtime settings that the server goes by. */
export type ServerSettings = Pick<RuntimeSettings, 'activity2023' | 'signing' | 'windows'>;

/**
 * The settings of `var/settings.json` as they are edited, by the schema of the host's origin, which reads the same
 * file. A server on its own is complete: without a file it goes by its environment and the specification.
 */
export function followSettings({ SETTINGS_FILE, SIGNER, SIGNING_KEY }: Environment, log: Log): FollowedFile<ServerSettings> {
  return followFile<ServerSettings>(SETTINGS_FILE, {
    initial: {
      signing: { signer: SIGNER, key: SIGNING_KEY },
      activity2023: { isDirect: 'isDirect', getNewAnswer: 'getNewAnswer', AnswerQuestion: 'AnswerQuestion' },
      windows: specifiedSchedule,
    },
    parse: parseSettings,
    onChange: (problem) => (problem === null ? log.info({ event: 'settingsRead' }) : log.warn({ event: 'settingsRefused', problem })),
  });
}

/** Names the fields that don't fit, never their values: keys stand among them. */
function parseSettings(text: string): RuntimeSettings {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(undefined, 'not readable as JSON'), runtimeSettingsSchema), text);
  if (parsed.success) return parsed.output;
  throw new Error(parsed.issues.map((issue) => v.getDotPath(issue) ?? (issue.kind === 'transformation' ? issue.message : 'the whole file')).join(', '));
}
