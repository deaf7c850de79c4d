import type { Command } from 'commander';
import type { OwnSettings } from '../settings/own-settings.ts';
import { settingsAtHand } from '../settings/settings-at-hand.ts';
import { stateFolder } from '../workspace.ts';
import { someText } from './argument-values.ts';
import type { CommandResult, Tool } from './tool.ts';

/** An operator's own settings. */
export function addSettingsCommands(program: Command, { env, finish }: Tool): void {
  const state = stateFolder(env);
  program
    .command('settings')
    .description('what differs from the default settings')
    .command('check')
    .argument('[file]', 'another file than the one in force', someText)
    .description('says what is wrong in a settings file, before it counts; ends with 2 when anything is')
    .action(async (file: string | undefined) => {
      const { own } = await settingsAtHand(state, env, file);
      if (own === null && file === undefined) return finish({ ok: true, text: `There is no ${state.settings}: the defaults are in force.`, data: { file: state.settings, problems: [] } });
      finish(checked(file ?? state.settings, own));
    });
}

function checked(file: string, own: OwnSettings | null): CommandResult {
  if (own === null) return { ok: false, writtenWrongly: true, text: `${file} can't be read.`, data: { file, problems: ["can't be read"] } };
  const problems = [...own.wrong, ...own.doubtful];
  const effect = own.wrong.length > 0 ? 'Nothing of it would count: the last good settings would stay in force.' : 'The rest of it would count.';
  if (problems.length > 0) return { ok: false, writtenWrongly: true, text: [`${file}:`, ...problems.map((problem) => `  ${problem}`), effect].join('\n'), data: { file, problems, wrong: own.wrong, doubtful: own.doubtful } };
  const sets = own.set.length === 0 ? 'It sets nothing.' : `It sets ${own.set.join(', ')}.`;
  return { ok: true, text: `${file} is fine. ${sets}`, data: { file, problems, set: own.set } };
}
