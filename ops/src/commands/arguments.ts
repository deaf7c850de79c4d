import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { userInfo } from 'node:os';
import { MOST_NAME, MOST_REASON, positive } from '@fridge/server/commands/fields';
import type { Command as Declared } from '@fridge/server/commands/table';
import { type Command, InvalidArgumentError, Option } from 'commander';
import * as v from 'valibot';
import type { Asker } from '../ask-server.ts';
import { partsOf } from './schema-parts.ts';

/** Of a file that is sent. */
const MOST_FILE_BYTES = 48 * 1024 * 1024;

type Field = ReturnType<typeof partsOf> & { name: string };

export const fieldsOf = ({ fields }: Declared): Field[] =>
  Object.entries<v.GenericSchema>(fields).map(([name, schema]) => {
    const parts = partsOf(schema);
    return { ...parts, name, isArgument: parts.isRequired || parts.isArgument };
  });

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Choices that a line of help has room for. */
const MOST_SHOWN = 6;

/** Adds a field as an argument or an option. */
export function addField(command: Command, field: Field): void {
  const { isFile, isRequired, initial, options } = field;
  const name = kebab(field.name);
  const description = field.description || options.join(', ');
  const read = (text: string) => readField(field, text);
  if (field.isArgument) {
    const place = isFile ? 'file' : name;
    command.argument(isRequired ? `<${place}>` : `[${place}]`, description, read);
  } else if (field.type === 'boolean') {
    command.option(`--${name}`, description);
    if (initial === undefined) command.option(`--no-${name}`, `not --${name}`);
  } else {
    const choices = options.length > 0 && options.length <= MOST_SHOWN ? options.join('|') : null;
    const option = new Option(`--${name} <${choices ?? (isFile ? 'file' : name)}>`, description).argParser(read);
    command.addOption(typeof initial === 'number' ? option.default(initial) : option);
  }
}

/** @throws InvalidArgumentError with what to give */
function readField(field: Field, text: string): unknown {
  const value = valueOf(field, text);
  if (value === null) return value;
  const parsed = v.safeParse(field.inner, value);
  if (parsed.success) return value;
  const [{ message }] = parsed.issues;
  throw new InvalidArgumentError(`Give ${message}.`);
}

function valueOf({ type, isFile, isNullable, options }: Field, text: string): unknown {
  if (isFile && text === '') throw new InvalidArgumentError("It can't be empty.");
  if (isFile) return { name: basename(text), text: readText(text) };
  if (type === 'array') return text === 'none' ? [] : text.split(',').map((part) => part.trim());
  if (text === 'none' && isNullable) return null;
  if (type === 'picklist') return options.find((each) => String(each) === text);
  if (type !== 'number') return text;
  if (!/^(?:0|[1-9]\d*)$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

/** @throws when it can't be read or isn't UTF-8 */
function readText(path: string): string {
  const unread = (why: string) => new Error(`The file ${path} can't be read${why}. Nothing was done.`);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    throw unread('');
  }
  if (bytes.length > MOST_FILE_BYTES) throw unread(`: it has more than ${MOST_FILE_BYTES / 1024 ** 2} MiB`);
  if (!isUtf8(bytes)) throw unread(": it isn't UTF-8 text");
  return bytes.toString();
}

const upTo =
  (most: number) =>
  (text: string): string => {
    const trimmed = text.trim();
    if (trimmed === '') throw new InvalidArgumentError("It can't be empty.");
    if (trimmed.length > most) throw new InvalidArgumentError(`Give at most ${most} characters.`);
    return trimmed;
  };

/** Behind `sudo`, who called it. */
function systemUser(): string {
  try {
    return (process.env['SUDO_USER'] ?? userInfo().username).slice(0, MOST_NAME);
  } catch {
    return 'unknown'; // a container's user may have no name
  }
}

/** Adds in whose name, why and how a command is run. */
export function addAsker(command: Command, { kind, needsReason = false }: Declared): void {
  if (kind === 'read') return;
  const as = new Option('--as <name>', 'who does it; it is written down').default(systemUser());
  const why = new Option('--why <text>', 'the reason; it is written down').argParser(upTo(MOST_REASON));
  command.addOption(as.argParser(upTo(MOST_NAME))).addOption(needsReason ? why.makeOptionMandatory() : why);
  if (kind === 'look') return;
  command
    .option(
      '--expect <version>',
      "refuses if it changed since: a document's serial, or the number of an event",
      (text) => readField({ ...partsOf(positive), name: 'expected' }, text),
    )
    .option('--dry-run', 'says what would change, and changes nothing')
    .option('--confirm', 'also if it looks like a slip: much more given away, or a window closed for good');
}

type Options = Readonly<Record<string, unknown>>;
const askerSchema = v.object({
  as: v.optional(v.string(), systemUser),
  why: v.optional(v.string()),
  expect: v.optional(v.number()),
  dryRun: v.optional(v.boolean()),
  confirm: v.optional(v.boolean()),
});

export function askerOf(options: Options): Asker {
  const { as: by, why, expect: expected, dryRun, confirm: confirmed } = v.parse(askerSchema, options);
  return { by, why, expected, dryRun, confirmed };
}

/** The fields as the command takes them. */
export function readFields(fields: readonly Field[], values: readonly unknown[], options: Options): Options {
  const places = fields.filter(({ isArgument }) => isArgument);
  const given = fields.map(({ name, isArgument }) => [
    name,
    isArgument ? values[places.findIndex((place) => place.name === name)] : options[name],
  ]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
