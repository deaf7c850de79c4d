import { migrate } from './commands/migrate.ts';
import { serve } from './commands/serve.ts';
import { type Environment, readEnvironment, StartRefused } from './environment.ts';
import { describeFault } from './log.ts';
import { FolderNotWritable } from './writable-folder.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** They tell whether all was done. */
const commands: Readonly<Record<string, (environment: Environment) => Promise<boolean>>> = {
  serve,
  migrate: (environment) => migrate(environment, print),
};

const help = `node server/dist/main.js [command]

  serve           serves until SIGTERM or SIGINT (the default)
  migrate         applies the migrations that the database lacks
  --help          shows this

Environment variables: server/README.md.`;

/** Exits with 0 when the command is done, 1 when it failed, 2 for a command that isn't there. */
async function main([name = 'serve', ...rest]: readonly string[]): Promise<void> {
  if (name === '--help' || name === '-h') return void print(help);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || rest.length > 0) {
    process.stderr.write(`There is no command "${[name, ...rest].join(' ')}".\n\n${help}\n`);
    process.exitCode = 2;
    return;
  }
  const done = await command(readEnvironment(process.env));
  process.exit(done ? 0 : 1);
}

/** Errors that an operator can fix as plain text, others as kind and place. */
function fail(error: unknown): void {
  const plain = error instanceof StartRefused || error instanceof FolderNotWritable || isAddressInUse(error);
  const text = plain ? error.message : JSON.stringify({ event: 'startFailed', fault: describeFault(error) });
  process.stderr.write(`${text}\n`, () => process.exit(1));
}

function isAddressInUse(error: unknown): error is Error {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) return false;
  error.message = 'The port is in use by another program. Stop it, or set PORT to a free one.';
  return true;
}

main(process.argv.slice(2)).catch(fail);
