import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { parseRegistry, type RuntimeSettings, runtimeSettingsSchema } from '@fridge/shared-contracts/host';
import { parseJson } from '../parse-json.ts';
import { planPorts } from '../product/ports.ts';
import type { StateFolder } from '../workspace.ts';
import { defaultSettings } from './default-settings.ts';
import { knownNames, type OwnSettings, readOwnSettings } from './own-settings.ts';

export type SettingsAtHand = {
  /** What an operator's file comes to; `null` where there is none. */
  own: OwnSettings | null;
  /** The settings as they are, or will be at the next look: the last good ones where the file is wrong. */
  settings: RuntimeSettings;
};

/**
 * The settings as a command finds them, whether or not the product runs: an operator's file over those that the product
 * wrote last, else over the defaults of `PORT`.
 * @param file another one than the state folder's, to try it
 */
export async function settingsAtHand(state: StateFolder, env: NodeJS.ProcessEnv, file = state.settings): Promise<SettingsAtHand> {
  const written = v.safeParse(runtimeSettingsSchema, parseJson(await textOf(state.effectiveSettings)));
  const base = written.success ? written.output : defaultSettings(planPorts(env['PORT']), null);
  const text = await textOf(file);
  const own = text === null ? null : readOwnSettings(text, base, knownNames(parseRegistry(parseJson(await textOf(state.registry)))));
  return { own, settings: own?.settings ?? base };
}

function textOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}
