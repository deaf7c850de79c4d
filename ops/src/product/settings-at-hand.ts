import { type Registry, runtimeSettingsSchema } from '@fridge/shared-contracts/host';
import { knownNames, readOwnSettings } from '@fridge/server/settings/own-settings';
import { parseJson, textOf } from '@fridge/server/text';
import * as v from 'valibot';
import type { StateFolder } from '../workspace.ts';
import { demonstrationDefaults } from './demonstration-defaults.ts';
import { planPorts } from './ports.ts';

/**
 * For a command, even while nothing runs: the operator's file over those that the product wrote last, else over the
 * defaults.
 * @param options.file tries another file
 * @param options.registry its releases name windows and calls of their own
 * @returns `settings`: the last good ones if the file is wrong
 */
export function settingsAtHand(
  state: StateFolder,
  env: NodeJS.ProcessEnv,
  { file = state.settings, registry = null }: { file?: string | undefined; registry?: Registry | null } = {},
) {
  const written = v.safeParse(runtimeSettingsSchema, parseJson(textOf(state.effectiveSettings)));
  const base = written.success ? written.output : demonstrationDefaults(planPorts(env['PORT']), null);
  const text = textOf(file);
  const own = text === null ? null : readOwnSettings(text, base, knownNames(registry, base));
  return { own, settings: own?.settings ?? base };
}
