import { commands } from '../commands/commands.ts';
import { runCli } from '../run-cli.ts';

/** Runs a command of the kit in a folder, as a shell does. @returns `text`: what it printed, on either output */
export async function runIn(folder: string, ...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const both: string[] = [];
  const code = await runCli(commands, args, {
    env: {},
    workingDirectory: folder,
    signal: new AbortController().signal,
    out: (line) => void (out.push(line), both.push(line)),
    err: (line) => void (err.push(line), both.push(line)),
  });
  return { code, out: out.join('\n'), err: err.join('\n'), text: both.join('\n') };
}
