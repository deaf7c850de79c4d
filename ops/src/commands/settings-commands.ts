import type { Command } from 'commander';
import { type OwnSettings, settingsAtHand } from '../settings/own-settings.ts';
import { nonEmptyText } from './argument-values.ts';
import type { CommandResult, Tool } from './tool.ts';

export function addSettingsCommands(program: Command, { env, state, finish }: Tool): void {
  program
    .command('settings')
    .description('what differs from the default settings')
    .command('check')
    .argument('[file]', 'another file than the one in force', nonEmptyText)
    .description('says what is wrong in a settings file, before it counts; ends with 2 when anything is')
    .action((file: string | undefined) => {
      const { own } = settingsAtHand(state, env, file);
      if (own !== null || file !== undefined) return finish(resultOf(file ?? state.settings, own));
      const text = `There is no ${state.settings}: the defaults are in force.`;
      finish({ ok: true, text, data: { file: state.settings, problems: [] } });
    });
}

const bad = (text: string, data: object): CommandResult => ({ ok: false, malformed: true, text, data });

function resultOf(file: string, own: OwnSettings | null): CommandResult {
  if (own === null) return bad(`${file} can't be read.`, { file, problems: ["can't be read"] });
  const { wrong, doubtful, set } = own;
  const problems = [...wrong, ...doubtful];
  if (problems.length > 0) {
    const effect =
      wrong.length > 0
        ? 'Nothing of it would count: the last good settings would stay in force.'
        : 'The rest of it would count.';
    const lines = [`${file}:`, ...problems.map((problem) => `  ${problem}`), effect];
    return bad(lines.join('\n'), { file, problems, wrong, doubtful });
  }
  const sets = set.length === 0 ? 'It sets nothing.' : `It sets ${set.join(', ')}.`;
  return { ok: true, text: `${file} is fine. ${sets}`, data: { file, problems, set } };
}
