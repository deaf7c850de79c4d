import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { userInfo } from 'node:os';
import { MOST_NAME, MOST_REASON } from '@fridge/server/commands/fields';
import type { Command as Declared } from '@fridge/server/commands/table';
import { type Command, InvalidArgumentError, Option } from 'commander';
import * as v from 'valibot';
import type { Asker } from '../ask-server.ts';
import { itemOf } from './schema-parts.ts';

/** Of a file that is sent. */
const MOST_FILE_BYTES = 48 * 1024 * 1024;

type Field = {
  name: string;
  schema: v.GenericSchema;
  /** Without `optional` and `nullable`. */
  inner: v.GenericSchema;
  isRequired: boolean;
  isNullable: boolean;
  isArgument: boolean;
  initial: unknown;
  description: string;
};

const wrapperSchema = v.object({ wrapped: v.custom<v.GenericSchema>(() => true), default: v.optional(v.unknown()) });

function fieldOf(name: string, schema: v.GenericSchema): Field {
  let inner = schema;
  let isRequired = true;
  let isNullable = false;
  let initial: unknown;
  while (inner.type === 'optional' || inner.type === 'nullable') {
    if (inner.type === 'nullable') isNullable = true;
    else {
      isRequired = false;
      initial = v.parse(wrapperSchema, inner).default;
    }
    inner = v.parse(wrapperSchema, inner).wrapped;
  }
  const { isArgument = false } = v.getMetadata(inner);
  const description = v.getDescription(inner) ?? '';
  return {
    name,
    schema,
    inner,
    isRequired,
    isNullable,
    isArgument: isRequired || isArgument === true,
    initial,
    description,
  };
}

/** What a command line can give: other fields belong to verbs by hand. */
const SIMPLE = new Set(['string', 'number', 'boolean', 'picklist']);
const isSimple = (schema: v.GenericSchema): boolean => SIMPLE.has((itemOf(schema) ?? schema).type);
const isFile = ({ inner }: Field): boolean => v.getMetadata(inner)['isFile'] === true;

/** `null`: the command takes what a command line can't give. */
export function fieldsOf({ fields }: Declared): Field[] | null {
  const all = Object.entries(fields).map(([name, schema]) => fieldOf(name, schema as v.GenericSchema)); // of a schema
  return all.every((field) => isSimple(field.inner) || isFile(field)) ? all : null;
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const optionsSchema = v.object({ options: v.array(v.union([v.string(), v.number()])) });
const choicesOf = (field: Field): string[] =>
  field.inner.type === 'picklist' ? v.parse(optionsSchema, field.inner).options.map(String) : [];

/** Adds a field as an argument or an option. */
export function addField(command: Command, field: Field): void {
  const name = kebab(field.name);
  const choices = choicesOf(field);
  const shown = choices.length > 0 && choices.length <= 6 ? choices.join('|') : isFile(field) ? 'file' : name;
  const read = (text: string) => readField(field, text);
  if (field.isArgument) {
    const place = isFile(field) ? 'file' : name;
    command.argument(field.isRequired ? `<${place}>` : `[${place}]`, field.description || choices.join(', '), read);
    return;
  }
  if (field.inner.type === 'boolean') {
    command.option(`--${name}`, field.description);
    if (field.initial === undefined) command.option(`--no-${name}`, `not --${name}`);
    return;
  }
  const option = new Option(`--${name} <${shown}>`, field.description || choices.join(', ')).argParser(read);
  command.addOption(typeof field.initial === 'number' ? option.default(field.initial) : option);
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

function valueOf(field: Field, text: string): unknown {
  const { inner, isNullable } = field;
  if (text === 'none' && (isNullable || inner.type === 'array')) return inner.type === 'array' ? [] : null;
  if (isFile(field) && text === '') throw new InvalidArgumentError("It can't be empty.");
  if (isFile(field)) return { name: basename(text), text: readText(text) };
  if (inner.type === 'array') return text.split(',').map((part) => part.trim());
  if (inner.type === 'picklist') return v.parse(optionsSchema, inner).options.find((each) => String(each) === text);
  if (inner.type !== 'number') return text;
  if (!/^(?:0|[1-9]\d*)$/.test(text)) throw new InvalidArgumentError('Give a whole number.');
  return Number(text);
}

/** @throws when it can't be read or isn't UTF-8 */
function readText(path: string): string {
  const unread = (why: string) => new Error(`The file ${path} can't be read${why}. Nothing was done.`);
  let bytes: Buffer;
  try {
    if (statSync(path).size > MOST_FILE_BYTES) throw new Error(`it has more than ${MOST_FILE_BYTES / 1024 ** 2} MiB`);
    bytes = readFileSync(path);
  } catch (error) {
    throw unread(error instanceof Error && !('code' in error) ? `: ${error.message}` : '');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw unread(": it isn't UTF-8 text");
  }
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
      (text) => readField(fieldOf('expected', v.pipe(v.number(), v.minValue(1, 'at least 1'))), text),
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
