import { type Command, commonOptions, type Options } from './command.ts';

const EXIT_CODES =
  'Exit codes: 0 done; 1 refused, or faults found; 2 wrong usage; 3 something could not be reached or took too long.';

/** Of `remote-kit --help`. */
export function overview(commands: Readonly<Record<string, Command>>, version: string): string {
  return [
    `remote-kit ${version}: creates, runs, checks and publishes a remote.`,
    '',
    'Usage: remote-kit COMMAND [options]',
    '',
    ...columns(Object.entries(commands).map(([name, { summary }]) => [name, summary])),
    '',
    'Options of every command:',
    ...optionLines(commonOptions),
    '',
    'remote-kit COMMAND --help says more of one.',
    EXIT_CODES,
  ].join('\n');
}

/** Of `remote-kit COMMAND --help`. */
export function commandHelp({ summary, usage, details = [], options }: Command): string {
  return [
    `Usage: remote-kit ${usage}`,
    '',
    summary,
    ...details.flatMap((paragraph) => ['', paragraph]),
    '',
    'Options:',
    ...optionLines({ ...options, ...commonOptions }),
    '',
    EXIT_CODES,
  ].join('\n');
}

function optionLines(options: Options): string[] {
  return columns(
    Object.entries(options).map(([name, option]) => [
      option.type === 'string' ? `--${name} ${option.value}` : `--${name}`,
      option.summary,
    ]),
  );
}

function columns(rows: readonly (readonly [term: string, text: string])[]): string[] {
  const width = Math.max(...rows.map(([term]) => term.length)) + 2;
  return rows.map(([term, text]) => `  ${term.padEnd(width)}${text}`);
}
