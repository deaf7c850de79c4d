import { commands } from '@fridge/server/commands/all';
import type { Command as Declared } from '@fridge/server/commands/table';
import { messageOf } from '@fridge/server/storage/text';
import { Command, CommanderError, Option } from 'commander';
import { askServer } from '../ask-server.ts';
import { stateFolder } from '../workspace.ts';
import { commandName } from './command-name.ts';
import { addGeneratedCommand } from './generated-command.ts';
import { addHostCheckCommand } from './host-check-command.ts';
import { addLaterCommand } from './later-command.ts';
import { exitCode, type Tool } from './tool.ts';

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
    run: (command, fields, asker) => askServer(state.operatorSocket, { command, fields: { ...fields }, ...asker }),
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

/** Before a command or among its options. */
const json = ['--json', 'answers in JSON'] as const;

/** Columns: the longest command and forty for what it does. */
const HELP_WIDTH = 120;

function createProgram(print: (text: string) => void, tool: Tool): Command {
  const program = new Command(commandName)
    .description('Switches, publishes and administers the product while it runs.')
    .exitOverride()
    .configureOutput({ writeOut: print, writeErr: print })
    .showHelpAfterError(`${commandName} --help lists the commands, <command> --help its arguments.`)
    .option(...json)
    // The options behind a verb are its own: `canary` would take those of `canary end`.
    .enablePositionalOptions()
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
  for (const [name, declared] of Object.entries<Declared>(commands))
    if (name !== 'later add' && declared.may.some((role) => role !== 'team'))
      addGeneratedCommand(groupOf(program, name.split(' ').slice(0, -1)), name, declared, tool);
  addHostCheckCommand(program, tool);
  addLaterCommand(groupOf(program, ['later']), tool, (words, other) =>
    createProgram(print, other).parseAsync(words, { from: 'user' }),
  );
  refuseRepeatedOptions(program);
  for (const command of leavesOf(program)) {
    const options = command.options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`));
    const places = command.registeredArguments.map((each) => (each.required ? `<${each.name()}>` : `[${each.name()}]`));
    command.usage([...places, ...options].join(' ')).addOption(new Option(...json).hideHelp());
    refuseRepeatedOptions(command);
    refuseOptionsBeforeVerb(command);
  }
  return program;
}

/** The command of these words, which is made if it isn't there. */
function groupOf(program: Command, words: readonly string[]): Command {
  return words.reduce((parent, word) => {
    const known = parent.commands.find((command) => command.name() === word);
    return known ?? parent.command(word);
  }, program);
}

/** Its words, without the program's own. */
function pathOf(command: Command): string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}

/** Those that do something: a verb may have verbs below it, such as `canary end`. */
function leavesOf(command: Command): Command[] {
  const below = command.commands.flatMap(leavesOf);
  return command.registeredArguments.length > 0 || below.length === 0 ? [command, ...below] : below;
}

/** Commander would drop those between a verb and one below it. */
function refuseOptionsBeforeVerb(command: Command): void {
  command.hook('preSubcommand', (_, verb) => {
    const early = command.options.find((option) => command.getOptionValueSource(option.attributeName()) === 'cli');
    if (early === undefined) return;
    const text = `error: option '${early.flags}' has to follow ${pathOf(verb).join(' ')}`;
    command.error(text, { code: 'ops.earlyOption' });
  });
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
