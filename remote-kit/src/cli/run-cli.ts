import { resolve } from 'node:path';
import { CommandFailed, messageOf } from './command-failed.ts';
import type { Command } from './command.ts';
import { commandHelp, overview } from './help-text.ts';
import { kitPackage } from './kit-folder.ts';
import { nearestName } from './nearest-name.ts';
import { createProgress } from './progress.ts';
import { readArguments, splitCommand } from './read-arguments.ts';

/** Where a run happens. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workingDirectory: string;
  readonly signal: AbortSignal;
  /** Each gets whole lines without their ends. */
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** As a shell counts a process that Ctrl-C ended. */
export const INTERRUPTED = 130;

type Commands = Readonly<Record<string, Command>>;

/** @returns the exit code: 0 to 3 of `CommandFailed`, or 130 after Ctrl-C */
export async function runCli(commands: Commands, args: readonly string[], around: Surroundings): Promise<number> {
  const json = args.includes('--json');
  const say = json ? around.err : around.out;
  const end = (exitCode: number, data: object): number => {
    if (json) around.out(JSON.stringify({ ...data, exitCode }, null, 2));
    return exitCode;
  };
  const progress = createProgress(around.err);
  try {
    const { name, rest } = splitCommand(args);
    if (name === undefined) return withoutCommand(commands, rest, around);
    const command = commandOf(commands, name);
    const { options, operands } = readArguments(command, rest);
    if (options['help'] === true) {
      around.out(commandHelp(command));
      return 0;
    }
    const folder = typeof options['folder'] === 'string' ? options['folder'] : undefined;
    const {
      exitCode = 0,
      lines,
      data,
    } = await command.run({
      options,
      operands,
      folder: resolve(around.workingDirectory, folder ?? '.'),
      folderGiven: folder !== undefined,
      workingDirectory: around.workingDirectory,
      env: around.env,
      signal: around.signal,
      progress,
    });
    for (const line of lines) say(line);
    return end(exitCode, { command: name, ...data });
  } catch (error) {
    if (around.signal.aborted) {
      around.err('Stopped.');
      return end(INTERRUPTED, { problems: ['Stopped.'] });
    }
    const { exitCode, problems, title } =
      error instanceof CommandFailed ? error : new CommandFailed(1, messageOf(error));
    if (title !== undefined) around.err(title);
    for (const problem of problems) around.err(title === undefined ? problem : `- ${problem}`);
    return end(exitCode, { problems });
  } finally {
    progress.stop();
  }
}

function withoutCommand(commands: Commands, args: readonly string[], { out }: Surroundings): number {
  if (args.includes('--version')) {
    out(kitPackage.version);
    return 0;
  }
  if (args.includes('--help')) {
    out(overview(commands, kitPackage.version));
    return 0;
  }
  throw new CommandFailed(
    2,
    `Name a command: ${Object.keys(commands).join(', ')}. npx remote-kit --help says what each does.`,
  );
}

function commandOf(commands: Commands, name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command !== undefined) return command;
  const names = Object.keys(commands);
  const nearest = nearestName(name, names);
  throw new CommandFailed(
    2,
    `There is no command "${name}". ${nearest === undefined ? `There are ${names.join(', ')}.` : `Did you mean "${nearest}"?`}`,
  );
}
