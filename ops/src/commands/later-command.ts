import { commands } from '@fridge/server/commands/all';
import type { Command } from 'commander';
import type { Asker } from '../ask-server.ts';
import { renderAnswer, renderEvents } from './render.ts';
import type { Tool } from './tool.ts';

/** Ends the parse of the other command, which is for later. */
class Parsed extends Error {
  readonly asked: { command: string; fields: object; asker: Asker };
  constructor(asked: Parsed['asked']) {
    super();
    this.asked = asked;
  }
}

/** `later add <at> <command…>`: another command as it is written, with its own arguments and options. */
export function addLaterCommand(group: Command, tool: Tool, parse: (words: string[], tool: Tool) => Promise<unknown>) {
  const name = 'later add';
  const declared = commands[name];
  group
    .command('add')
    .description(declared.does)
    .argument('<at>', 'the moment, of business time, such as 2023-08-04T18:00:00+08:00')
    .argument('<command...>', 'the command, with its arguments and options')
    .passThroughOptions()
    .action(async (at: string, words: string[]) => {
      const run: Tool['run'] = (command, fields, asker) => {
        throw new Parsed({ command, fields, asker });
      };
      const parsed = await parse(words, { ...tool, run }).catch((error: unknown) => error);
      if (!(parsed instanceof Parsed)) throw parsed ?? new Error('Name a command that changes something.');
      const { command, fields, asker } = parsed.asked;
      const { answer, events } = await tool.run(name, { at, command, fields }, asker);
      const isDry = asker.dryRun === true;
      const lines = [...renderEvents(events, isDry), ...renderAnswer(declared.answer, answer)];
      tool.finish(lines.join('\n'), { ...Object(answer), events, ...(isDry && { dryRun: true }) });
    });
}
