import { Command, CommanderError } from 'commander';
import { addCouponCommands } from './coupon-commands.ts';
import { addDrawCommands } from './draw-commands.ts';
import { addEventCommands } from './event-commands.ts';
import { addPublishCommand } from './publish-command.ts';
import { refuseRepeats } from './refuse-repeats.ts';
import { addRegistryCommands } from './registry-commands.ts';
import { addReportCommands } from './report-commands.ts';
import { addSettingsCommands } from './settings-commands.ts';
import { addStatusCommand } from './status-command.ts';
import { addWorksCommands } from './works-commands.ts';
import type { CommandResult, Tool } from './tool.ts';

/** Exit codes: scripts may rely on them. */
const exitCode = { done: 0, notDone: 1, usage: 2 } as const;

/** Runs one command line. @returns what to print and the exit code: 0 done, 1 not done, 2 written wrongly */
export async function runCli(args: readonly string[], { env }: Pick<Tool, 'env'>): Promise<{ code: number; output: string }> {
  let printed = '';
  let result: CommandResult | undefined;
  const program = createProgram({ env, finish: (finished) => (result = finished) }, (text) => (printed += text));
  const json = args.includes('--json');
  try {
    if (args.length === 0) program.help();
    await program.parseAsync(args, { from: 'user' });
    if (!result) throw new Error('The command gave no result.');
    const failed = result.writtenWrongly ? exitCode.usage : exitCode.notDone;
    return { code: result.ok ? exitCode.done : failed, output: json ? asJson(result.data) : result.text };
  } catch (error) {
    const message = messageOf(error);
    if (!(error instanceof CommanderError)) return { code: exitCode.notDone, output: json ? asJson({ error: message }) : message };
    if (error.exitCode === 0) return { code: exitCode.done, output: printed.trimEnd() };
    return { code: exitCode.usage, output: json ? asJson({ error: message }) : printed.trimEnd() };
  }
}

const asJson = (data: unknown): string => JSON.stringify(data, null, 2);

function createProgram(tool: Tool, print: (text: string) => void): Command {
  const program = new Command('npm run ops --')
    .description('Switches, publishes and administers the product while it runs.')
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: print })
    .showHelpAfterError()
    .option('--json', 'answers in JSON')
    .configureHelp({
      visibleCommands: leaves,
      subcommandTerm: (command) => `${command.parent?.parent ? `${command.parent.name()} ` : ''}${command.name()} ${command.usage().replace(/\s?\[options\]\s?/, '')}`,
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
  refuseRepeats(program);
  return program;
}

/** Every command that does something, groups opened. */
function leaves(command: Command): Command[] {
  return command.commands.flatMap((child) => (child.commands.length > 0 ? leaves(child) : [child]));
}

function messageOf(error: unknown): string {
  if (error instanceof CommanderError && error.code === 'commander.help') return 'Name a command; --help lists them.';
  return error instanceof Error ? error.message : String(error);
}
