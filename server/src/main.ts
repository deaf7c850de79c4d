import { printConfigCheck } from './operations/check-config/check-config.ts';
import { migrate } from './program/migrate.ts';
import { serve } from './program/serve.ts';
import { readEnvironment, StartRefused } from './program/environment.ts';
import { describeFault } from './log/log.ts';
import { codeOf } from './storage/text.ts';
import { FolderNotWritable } from './storage/writable-folder.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

type Command = {
  options: readonly string[];
  /** Tells whether all was done. */
  run(given: readonly string[]): Promise<boolean>;
};

const commands: Readonly<Record<string, Command>> = {
  serve: { options: [], run: () => serve(readEnvironment(process.env)) },
  migrate: { options: [], run: () => migrate(readEnvironment(process.env), print) },
  'check-config': {
    options: ['--json'],
    run: (given) => printConfigCheck(process.env, { json: given.includes('--json'), print }),
  },
};

const help = `node server/dist/main.js [command]

  serve           serves until SIGTERM or SIGINT (the default)
  migrate         applies the migrations that the database lacks
  check-config    names everything that is missing or contradictory [--json]
  --help          shows this

Environment variables: server/README.md.`;

/** Exits with 0 when the command is done, 1 when it isn't, 2 for a command that isn't there. */
async function main([name = 'serve', ...given]: readonly string[]): Promise<void> {
  if (name === '--help' || name === '-h') return void print(help);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || given.some((option) => !command.options.includes(option))) {
    process.stderr.write(`There is no command "${[name, ...given].join(' ')}".\n\n${help}\n`);
    process.exitCode = 2;
    return;
  }
  process.exit((await command.run(given)) ? 0 : 1);
}

/** Errors that an operator can fix as plain text, others as kind and place. */
function fail(error: unknown): void {
  const plain = error instanceof StartRefused || error instanceof FolderNotWritable || isAddressInUse(error);
  const text = plain ? error.message : JSON.stringify({ event: 'startFailed', fault: describeFault(error) });
  process.stderr.write(`${text}\n`, () => process.exit(1));
}

function isAddressInUse(error: unknown): error is Error {
  if (!(error instanceof Error) || codeOf(error) !== 'EADDRINUSE') return false;
  const port = 'port' in error ? ` ${String(error.port)}` : '';
  error.message = `The port${port} is in use by another program. Stop it, or set PORT, API_PORT, RELEASES_PORT and OPERATIONS_PORT to free ones.`;
  return true;
}

main(process.argv.slice(2)).catch(fail);
