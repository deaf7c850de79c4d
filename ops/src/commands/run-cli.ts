import { type TrackingEventName, trackingEventSchemas } from '@fridge/shared-contracts/page';
import { Command, CommanderError, Option } from 'commander';
import { askServer } from '../ask-server.ts';
import { messageOf } from '@fridge/server/text';
import { stateFolder } from '../workspace.ts';
import { addConfigCommands } from './config-commands.ts';
import { addCouponCommands } from './coupon-commands.ts';
import { addDrawCommands } from './draw-commands.ts';
import { addPrizeCommands } from './prize-commands.ts';
import { addHealthCommand } from './health-command.ts';
import { addHostCheckCommand } from './host-check-command.ts';
import { addHouseholdCommands } from './household-commands.ts';
import { addPublishCommand } from './publish-command.ts';
import { addRegistryCommands } from './registry-commands.ts';
import { addReportCommands } from './report-commands.ts';
import { addSettingsCommand } from './settings-command.ts';
import { addStatusCommand } from './status-command.ts';
import { exitCode, table, type Tool, wholeNumberFrom } from './tool.ts';
import { addUserCommands } from './user-commands.ts';
import { addTeamCommands } from './team-commands.ts';
import { addWorksCommands } from './works-commands.ts';
import { commandName } from './command-name.ts';

/**
 * @param options.progress is told how far a long command has come, unless the answer is JSON
 * @returns what to print and the exit code: 0 done, 1 not done, 2 malformed
 */
export async function runCli(
  args: readonly string[],
  { env, progress = () => undefined }: Pick<Tool, 'env'> & Partial<Pick<Tool, 'progress'>>,
): Promise<{ code: number; output: string }> {
  let printed = '';
  let result: { code: number; output: string } | undefined;
  const state = stateFolder(env);
  const outputOf = (text: string, data: unknown) => (args.includes('--json') ? JSON.stringify(data, null, 2) : text);
  const program = createProgram((text) => (printed += text), {
    env,
    ask: (request) => askServer(state.operatorSocket, request),
    progress: (text) => void (args.includes('--json') || progress(text)),
    finish: (text, data, outcome = 'done') => (result = { code: exitCode[outcome], output: outputOf(text, data) }),
  });
  try {
    if (args.length === 0) program.help();
    await program.parseAsync(args, { from: 'user' });
    if (!result) throw new Error('The command gave no result.');
    return result;
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      return { code: exitCode.notDone, output: outputOf(messageOf(error), { error: messageOf(error) }) };
    }
    if (error.exitCode === 0) return { code: exitCode.done, output: printed.trimEnd() };
    const message = error.code === 'commander.help' ? 'Name a command; --help lists them.' : error.message;
    return { code: exitCode.malformed, output: outputOf(printed.trimEnd(), { error: message }) };
  }
}

/** Columns: the longest command and forty for what it does. */
const HELP_WIDTH = 120;

function createProgram(print: (text: string) => void, tool: Tool): Command {
  const program = new Command(commandName)
    .description('Switches, publishes and administers the product while it runs.')
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: print })
    .showHelpAfterError()
    .option('--json', 'answers in JSON')
    .configureHelp({
      helpWidth: HELP_WIDTH,
      visibleCommands: (command) => leavesOf(command).filter((leaf) => leaf !== command),
      subcommandTerm: (command) =>
        [...pathOf(command), command.usage().replace(/(?:\[options\]|\[?--).*$/, '')].join(' '),
    })
    .addHelpText(
      'after',
      "\nA command's options: <command> --help. Exit codes: 0 done, 1 not done, 2 written wrongly.",
    );
  addStatusCommand(program, tool);
  addRegistryCommands(program, tool);
  addPublishCommand(program, tool);
  addHostCheckCommand(program, tool);
  addTeamCommands(program, tool);
  addSettingsCommand(program, tool);
  addConfigCommands(program, tool);
  addDrawCommands(program, tool);
  addCouponCommands(program, tool);
  addWorksCommands(program, tool);
  addPrizeCommands(program, tool);
  addReportCommands(program, tool);
  addHouseholdCommands(program, tool);
  addUserCommands(program, tool);
  addEventCommands(program, tool);
  addHealthCommand(program, tool);
  refuseRepeatedOptions(program);
  for (const command of leavesOf(program)) {
    refuseRepeatedOptions(command);
    if (!command.usage().startsWith('[options]')) continue;
    const options = command.options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`));
    command.usage([command.usage().slice('[options] '.length), ...options].join(' ').trim());
  }
  return program;
}

/** Its words, without the program's own. */
function pathOf(command: Command): string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}

function leavesOf(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

/** Commander would use the last one. */
function refuseRepeatedOptions(command: Command): void {
  for (const option of command.options) {
    let times = 0;
    command.on(`option:${option.name()}`, () => {
      times += 1;
      if (times > 1)
        command.error(`error: option '${option.flags}' is given more than once`, { code: 'ops.repeatedOption' });
    });
  }
}

function addEventCommands(program: Command, { ask, finish }: Tool): void {
  program
    .command('events')
    .description('the usage events that pages sent, newest first')
    .option('--limit <n>', 'at most so many', wholeNumberFrom(1, 1_000), 50)
    .addOption(new Option('--event <name>', 'only those of this name').choices(Object.keys(trackingEventSchemas)))
    .action(async ({ limit, event }: { limit: number; event?: TrackingEventName }) => {
      const listed = await ask({ command: 'events.list', limit, name: event });
      const rows = listed.events.map(({ at, event: type, page, name, remote, version, phase, reason }) => {
        const what = name ?? [remote, version, phase, reason].filter(Boolean).join(' ');
        return { at, event: type, page, what };
      });
      const text = `${table(rows)}\n${rows.length} of ${listed.total}`;
      finish(rows.length === 0 ? 'No event was sent.' : text, listed);
    });
}
