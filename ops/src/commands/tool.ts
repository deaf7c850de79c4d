import { userInfo } from 'node:os';
import { isCalendarDay, MOST_NAME, MOST_REASON } from '@fridge/server/operator/command-fields';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Ask } from '../ask-server.ts';
import { commandName } from './command-name.ts';

export { table } from '@fridge/shared-contracts/team';

/** Scripts depend on them. */
export const exitCode = { done: 0, notDone: 1, malformed: 2 } as const;

export type Tool = {
  env: NodeJS.ProcessEnv;
  ask: Ask;
  /** For people who wait for a long command; never part of its answer. */
  progress(text: string): void;
  /** @param data for `--json` */
  finish(text: string, data: unknown, outcome?: keyof typeof exitCode): void;
};

export type ChangeOptions = { as: string; why: string };

/** For every command whose doer and reason are written down. Its `by` and `why` come from `doneBy`. */
export function changeOptions(command: Command, reason: 'optional' | 'required' = 'optional'): Command {
  const who = new Option('--as <name>', 'who does it; it is written down').default(systemUser());
  const why = new Option('--why <text>', 'the reason; it is written down').argParser(textUpTo(MOST_REASON));
  return command
    .addOption(who.argParser(textUpTo(MOST_NAME)))
    .addOption(reason === 'required' ? why.makeOptionMandatory() : why.default(''));
}

/** For every change that the server refuses where it looks like a slip. */
export const confirmOption = (command: Command): Command =>
  command.option('--confirm', 'also if it gives much more away, or closes a window for good');

export const doneBy = ({ as: by, why }: ChangeOptions) => ({ by, why });

function systemUser(): string {
  try {
    return userInfo().username.slice(0, MOST_NAME);
  } catch {
    return 'unknown'; // a container's user may have no name
  }
}

// Each throws InvalidArgumentError with what to give.

/** Without sign, exponent or leading zero. */
export function wholeNumber(text: string): number {
  if (!/^(?:0|[1-9]\d{0,8})$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

export const wholeNumberFrom =
  (least: number, most: number) =>
  (text: string): number => {
    const number = wholeNumber(text);
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };

export function nonEmptyText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError("It can't be empty.");
  return text;
}

const textUpTo =
  (most: number) =>
  (text: string): string => {
    const { length } = nonEmptyText(text).trim();
    if (length > most) throw new InvalidArgumentError(`Give at most ${most} characters.`);
    return text.trim();
  };

/** `2023-08-01` */
export function calendarDay(text: string): string {
  if (!isCalendarDay(text)) throw new InvalidArgumentError('Give a day such as 2023-08-01.');
  return text;
}

export const levelOf =
  <Known extends number>(levels: readonly Known[]) =>
  (text: string): Known => {
    const level = levels.find((known) => known === wholeNumber(text));
    if (level === undefined) throw new InvalidArgumentError(`Levels: ${levels.join(', ')}.`);
    return level;
  };

/** Collects arguments such as `name=value`; each name may be given once. */
export const assignments =
  <Values extends object>(readers: { readonly [Name in keyof Values]: (text: string) => Values[Name] }) =>
  (text: string, before: Partial<Values> = {}): Partial<Values> => {
    const names = Object.keys(readers) as (keyof Values & string)[]; // the readers' keys
    const [start, ...rest] = text.split('=');
    const name = names.find((known) => known === start);
    if (rest.length === 0 || name === undefined) {
      throw new InvalidArgumentError(`It is none of ${names.map((known) => `${known}=…`).join(', ')}.`);
    }
    if (before[name] !== undefined) throw new InvalidArgumentError(`${name} is given more than once.`);
    return { ...before, [name]: readers[name](rest.join('=')) };
  };

export const numberOrNone = (text: string): number | null => (text === 'none' ? null : wholeNumber(text));

/** `2023-08-01 10:00` of an ISO time. */
export const minute = (time: string): string => time.slice(0, 16).replace('T', ' ');

export const warningLines = (warnings: readonly string[]): string[] => warnings.map((warning) => `! ${warning}`);

/** The command that goes on where a list ended. @param options in order; those without a value are left out */
export function continuation(command: string, options: Readonly<Record<string, string | number | undefined>>): string {
  const words = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, shellWord(String(value))],
  );
  return `\nMore: ${commandName} ${[command, ...words].join(' ')}`;
}

/** As one word of a command to copy. */
export const shellWord = (text: string): string =>
  /^[\p{L}\p{N}_.:-]+$/u.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
