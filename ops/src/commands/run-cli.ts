import { Command, CommanderError } from 'commander';
import { messageOf } from '../message-of.ts';
import { askServer } from '../operator/ask-server.ts';
import { stateFolder } from '../workspace.ts';
import { addCouponCommands } from './coupon-commands.ts';
import { addDrawCommands } from './draw-commands.ts';
import { addEventCommands } from './event-commands.ts';
import { addPublishCommand } from './publish-command.ts';
import { addRegistryCommands } from './registry-commands.ts';
import { addReportCommands } from './report-commands.ts';
import { addSettingsCommands } from './settings-commands.ts';
import { addStatusCommand } from './status-command.ts';
import { addWorksCommands } from './works-commands.ts';
import type { CommandResult, Tool } from './tool.ts';

/** Scripts depend on them. */
const exitCode = { done: 0, notDone: 1, malformed: 2 } as const;

/** @returns what to print and the exit code: 0 done, 1 not done, 2 malformed */
export async function runCli(
  args: readonly string[],
  { env }: Pick<Tool, 'env'>,
): Promise<{ code: number; output: string }> {
  let printed = '';
  let result: CommandResult | undefined;
  const state = stateFolder(env);
  const ask: Tool['ask'] = (request) => askServer(state.operatorSocket, request);
  const tool: Tool = { env, state, ask, finish: (finished) => (result = finished) };
  const program = createProgram(tool, (text) => (printed += text));
  const outputOf = (text: string, data: unknown) => (args.includes('--json') ? JSON.stringify(data, null, 2) : text);
  try {
    if (args.length === 0) program.help();
    await program.parseAsync(args, { from: 'user' });
    if (!result) throw new Error('The command gave no result.');
    const failed = result.malformed ? exitCode.malformed : exitCode.notDone;
    return { code: result.ok ? exitCode.done : failed, output: outputOf(result.text, result.data) };
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return { code: exitCode.done, output: printed.trimEnd() };
    const isUsage = error instanceof CommanderError;
    const isHelp = isUsage && error.code === 'commander.help';
    const message = isHelp ? 'Name a command; --help lists them.' : messageOf(error);
    const output = outputOf(isUsage ? printed.trimEnd() : message, { error: message });
    return { code: isUsage ? exitCode.malformed : exitCode.notDone, output };
  }
}

function createProgram(tool: Tool, print: (text: string) => void): Command {
  const program = new Command('npm run ops --')
    .description('Switches, publishes and administers the product while it runs.')
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: print })
    .showHelpAfterError()
    .option('--json', 'answers in JSON')
    .configureHelp({
      visibleCommands: leafCommands,
      subcommandTerm: (command) =>
        `${command.parent?.parent ? `${command.parent.name()} ` : ''}${command.name()} ` +
        command.usage().replace(/\s?\[options\]\s?/, ''),
    })
    .addHelpText('after', '\nExit codes: 0 done, 1 not done, 2 written wrongly.');
  addStatusCommand(program, tool);
  addRegistryCommands(program, tool);
  addPublishCommand(program, tool);
  addSettingsCommands(program, tool);
  addDrawCommands(program, tool);
  addCouponCommands(program, tool);
  addWorksCommands(program, tool);
  addReportCommands(program, tool);
  addEventCommands(program, tool);
  refuseRepeatedOptions(program);
  return program;
}

function leafCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => (child.commands.length > 0 ? leafCommands(child) : [child]));
}

/** Commander would use the last one. */
function refuseRepeatedOptions(command: Command): void {
  for (const option of command.options) {
    let times = 0;
    command.on(`option:${option.name()}`, () => {
      times += 1;
      if (times === 1) return;
      command.error(`error: option '${option.flags}' is given more than once`, { code: 'ops.repeatedOption' });
    });
  }
  for (const each of command.commands) refuseRepeatedOptions(each);
}
