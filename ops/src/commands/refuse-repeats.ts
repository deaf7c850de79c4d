import type { Command } from 'commander';

/** Of an option that is given twice commander takes the last and says nothing: here that is written wrongly. */
export function refuseRepeats(command: Command): void {
  for (const option of command.options) {
    let times = 0;
    command.on(`option:${option.name()}`, () => {
      times += 1;
      if (times > 1) command.error(`error: option '${option.flags}' is given more than once`, { code: 'ops.repeatedOption' });
    });
  }
  for (const each of command.commands) refuseRepeats(each);
}
