import { type Command, type CommandContext, exitCode, UsageError } from './command.ts';
import { drawCommands } from './draw-commands.ts';
import { registryCommands } from './registry-commands.ts';

/** Every command, in the order the help shows them. */
const commands: readonly Command[] = [...registryCommands, ...drawCommands];

/** Runs one command line. @returns what to print and the exit code: 0 done, 1 not done, 2 written wrongly */
export async function runCli(args: readonly string[], context: CommandContext): Promise<{ code: number; output: string }> {
  const json = args.includes('--json');
  const words = args.filter((word) => word !== '--json');
  if (words.length === 0 || words.includes('--help') || words[0] === 'help') return { code: exitCode.done, output: help(words) };
  const found = findCommand(words);
  if (!found) return { code: exitCode.usage, output: `There is no command "${words[0]}".\n\n${help([])}` };
  try {
    const result = await found.command.run(words.slice(found.words), context);
    return { code: result.ok ? exitCode.done : exitCode.notDone, output: json ? JSON.stringify(result.data, null, 2) : result.text };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof UsageError) return { code: exitCode.usage, output: `${message}\nUsage: npm run ops -- ${found.command.usage}` };
    return { code: exitCode.notDone, output: json ? JSON.stringify({ error: message }) : message };
  }
}

/** A command's name is the words of its usage before the first parameter: `status`, `draw list`. */
function findCommand(words: readonly string[]): { command: Command; words: number } | null {
  for (const command of commands) {
    const name = nameOf(command);
    if (name.every((word, index) => words[index] === word)) return { command, words: name.length };
  }
  return null;
}

function nameOf({ usage }: Command): string[] {
  const words = usage.split(' ');
  const firstParameter = words.findIndex((word) => /^[<[-]/.test(word));
  return firstParameter < 0 ? words : words.slice(0, firstParameter);
}

function help(words: readonly string[]): string {
  const asked = commands.filter((command) => words.length > 0 && nameOf(command)[0] === words[0]);
  const shown = asked.length > 0 ? asked : commands;
  const width = Math.max(...shown.map(({ usage }) => usage.length)) + 3;
  return [
    'npm run ops -- <command> [--json]',
    '',
    ...shown.map(({ usage, summary }) => `  ${usage.padEnd(width)}${summary}`),
    '',
    'Exit codes: 0 done, 1 not done, 2 written wrongly.',
  ].join('\n');
}
