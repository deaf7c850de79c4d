import { parseArgs } from 'node:util';
import { CommandFailed } from './command-failed.ts';
import { type Command, commonOptions, type Options } from './command.ts';
import { nearestName } from './nearest-name.ts';

export interface Arguments {
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly operands: readonly string[];
}

/** Splits off the first word that is no option. @returns `name: undefined` when there is none */
export function splitCommand(args: readonly string[]): { name: string | undefined; rest: readonly string[] } {
  const { tokens } = parseArgs({ args: [...args], options: commonOptions, strict: false, tokens: true });
  const found = tokens.find((token) => token.kind === 'positional');
  if (found === undefined) return { name: undefined, rest: args };
  return { name: found.value, rest: args.filter((_, index) => index !== found.index) };
}

/**
 * Reads what follows a command's name.
 * @throws CommandFailed (2) with every fault, and the nearest option for a misspelt one
 */
export function readArguments(command: Command, args: readonly string[]): Arguments {
  const known: Options = { ...command.options, ...commonOptions };
  const { tokens } = parseArgs({ args: [...args], options: known, strict: false, tokens: true });
  const options: Record<string, string | boolean | undefined> = {};
  const operands: string[] = [];
  const faults: string[] = [];
  for (const [name, { type }] of Object.entries(known)) if (type === 'boolean') options[name] = false;
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (option === undefined) {
      faults.push(`There is no option ${token.rawName}.${suggestion(token.name, Object.keys(known))}`);
    } else if (option.type === 'boolean') {
      if (token.value !== undefined) faults.push(`--${token.name} takes no value.`);
      options[token.name] = true;
    } else if (token.value === undefined || token.value === '' || isOption(token)) {
      faults.push(`--${token.name} needs a value: --${token.name} ${option.value}`);
    } else {
      options[token.name] = token.value;
    }
  }
  if (options['help'] !== true) faults.push(...operandFaults(command, operands));
  if (faults.length > 0) throw new CommandFailed(2, [...faults, `Usage: remote-kit ${command.usage}`]);
  return { options, operands };
}

/** `--team --json`: the value was forgotten. */
const isOption = (token: { value: string | undefined; inlineValue: boolean | undefined }): boolean =>
  token.inlineValue === false && token.value?.startsWith('-') === true;

function operandFaults({ operands: wanted = [] }: Command, given: readonly string[]): string[] {
  const missing = wanted.filter((name, index) => !name.startsWith('[') && given[index] === undefined);
  const extra = given.slice(wanted.length);
  return [...missing.map((name) => `${name} is missing.`), ...extra.map((word) => `"${word}" is one word too many.`)];
}

function suggestion(name: string, candidates: readonly string[]): string {
  const nearest = nearestName(name, candidates);
  return nearest === undefined ? '' : ` Did you mean --${nearest}?`;
}
