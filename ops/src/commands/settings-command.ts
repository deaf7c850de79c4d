import type { Command } from 'commander';
import { readBounded } from './config-commands.ts';
import { nonEmptyText, type Tool } from './tool.ts';

/** `ops settings check` */
export function addSettingsCommand(program: Command, { ask, finish }: Tool): void {
  program
    .command('settings')
    .description('what differs from the default settings')
    .command('check')
    .argument('[file]', 'a file, before it counts; default: what is in force', nonEmptyText)
    .description('says what is wrong in settings; ends with 2 when anything is')
    .action(async (file?: string) => {
      const checked = await ask({
        command: 'settings.check',
        text: file === undefined ? undefined : readBounded(file),
      });
      const { serial, wrong, doubtful, set } = checked;
      const name = file ?? `settings ${serial}`;
      const problems = [...wrong, ...doubtful];
      const data = { file: file ?? null, ...checked, problems };
      if (problems.length === 0) {
        const sets = set.length === 0 ? 'It sets nothing.' : `It sets ${set.join(', ')}.`;
        return finish(`${name} is fine. ${sets}`, data);
      }
      const lines = [`${name}:`, ...problems.map((problem) => `  ${problem}`), effectOf(file, wrong)];
      finish(lines.join('\n'), data, 'malformed');
    });
}

function effectOf(file: string | undefined, wrong: readonly string[]): string {
  if (file === undefined)
    return wrong.length > 0 ? 'Nothing of it counts: the last good settings are in force.' : 'The rest of it counts.';
  return wrong.length > 0 ? 'Nothing of it would count: it would be refused.' : 'The rest of it would count.';
}
