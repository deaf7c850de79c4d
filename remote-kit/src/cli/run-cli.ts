import { resolve } from 'node:path';
import { CommanderError, InvalidArgumentError, Command as Program, Option as ProgramOption } from 'commander';
import * as v from 'valibot';
import { CommandFailed, messageOf } from './command-failed.ts';
import type { Command, Option, Surroundings } from './command.ts';
import { packageVersion } from '../kit-files.ts';
import { createProgress } from './progress.ts';

/** Each gets whole lines without their ends. */
type Output = { readonly out: (text: string) => void; readonly err: (text: string) => void };

/** As a shell counts a process that Ctrl-C ended. */
export const INTERRUPTED = 130;

const EXIT_CODES =
  '\nExit codes: 0 done; 1 refused, or faults found; 2 wrong usage; 3 something could not be reached or took too long.';

/** @returns the exit code: 0 to 3 of `CommandFailed`, or 130 after Ctrl-C */
export async function runCli(
  commands: Readonly<Record<string, Command>>,
  args: readonly string[],
  { out, err, ...around }: Surroundings & Output,
): Promise<number> {
  const json = args.includes('--json');
  const end = (exitCode: number, data: object): number => {
    if (json) out(JSON.stringify({ ...data, exitCode }, null, 2));
    return exitCode;
  };
  const progress = createProgress(err);
  let ended = 0;
  const program = new Program('remote-kit')
    .description('Creates, runs, checks and publishes a remote.')
    .version(packageVersion(), '--version')
    .option('--folder <PATH>', "the remote's folder (default: the working directory)")
    .option('--json', 'prints one JSON object on stdout, all else on stderr')
    .helpOption('--help', 'prints this help')
    .helpCommand(false)
    .addHelpText('afterAll', EXIT_CODES)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => out(text.trimEnd()), writeErr: () => undefined })
    .exitOverride();

  for (const [name, { summary, details = [], options, run }] of Object.entries(commands)) {
    const command = program.command(name).summary(summary);
    command.description([summary, ...details].join('\n\n'));
    const readers = Object.entries(options).map(([key, option]) => [key, declare(command, key, option)] as const);
    command.action(async () => {
      const { folder } = program.opts<{ folder?: string }>();
      const {
        exitCode = 0,
        lines,
        data,
      } = await run({
        ...around,
        progress,
        options: Object.fromEntries(readers.map(([key, read]) => [key, read()])),
        folder: resolve(around.workingDirectory, folder ?? '.'),
        folderGiven: folder !== undefined,
      });
      for (const line of lines) (json ? err : out)(line);
      ended = end(exitCode, { command: name, ...data });
    });
  }

  try {
    await program.parseAsync(args, { from: 'user' });
    return ended;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (around.signal.aborted) {
      err('Stopped.');
      return end(INTERRUPTED, { problems: ['Stopped.'] });
    }
    const { exitCode, problems, title } = failureOf(error);
    if (title !== undefined) err(title);
    for (const problem of problems) err(title === undefined ? problem : `- ${problem}`);
    return end(exitCode, { problems });
  } finally {
    progress.stop();
  }
}

/** @returns reads its value, once the arguments are parsed */
function declare(command: Program, key: string, { summary, value, operand, schema, conflicts }: Option): () => unknown {
  const read = (text: string) => (schema === undefined ? text : readValue(schema, text));
  if (operand !== undefined) {
    const index = command.registeredArguments.length;
    command.argument(operand, summary, read);
    return () => command.processedArgs[index];
  }
  const option = new ProgramOption(`--${key}${value === undefined ? '' : ` <${value}>`}`, summary);
  command.addOption(option.conflicts(conflicts ?? []));
  if (value !== undefined) option.argParser(read);
  const given = (): unknown => command.getOptionValue(option.attributeName());
  return value === undefined ? () => given() === !option.negate : given;
}

function readValue(schema: v.GenericSchema<string, unknown>, text: string): unknown {
  const read = v.safeParse(schema, text);
  if (read.success) return read.output;
  throw new InvalidArgumentError(`It takes ${read.issues.map(({ message }) => message).join('; ')}`);
}

function failureOf(error: unknown): CommandFailed {
  if (error instanceof CommandFailed) return error;
  if (!(error instanceof CommanderError)) return new CommandFailed(1, messageOf(error));
  const usage =
    error.code === 'commander.help' ? 'Name a command' : error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  return new CommandFailed(2, `${usage}. npx remote-kit --help says more.`);
}
