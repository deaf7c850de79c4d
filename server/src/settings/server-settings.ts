import { type RuntimeSettings, specifiedWindows } from '@fridge/shared-contracts';
import type { Environment } from '../environment.ts';

/** The part of the runtime settings that the server goes by. */
export type ServerSettings = Pick<RuntimeSettings, 'activity2023' | 'signing' | 'windows'>;

/** What holds while there is no settings file: a server on its own is complete. */
export function settingsWithoutFile(environment: Pick<Environment, 'SIGNING_KEY' | 'SIGNER'>): ServerSettings {
  return {
    signing: { signer: environment.SIGNER, key: environment.SIGNING_KEY },
    activity2023: { isDirect: 'isDirect', getNewAnswer: 'getNewAnswer', AnswerQuestion: 'AnswerQuestion' },
    windows: specifiedWindows,
  };
}
