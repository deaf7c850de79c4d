import { csvLine } from '@fridge/server/commands/csv';
import type { Command as Declared } from '@fridge/server/commands/table';
import { type Command, InvalidArgumentError } from 'commander';
import * as v from 'valibot';
import { addAsker, addField, askerOf, fieldsOf, readFields } from './arguments.ts';
import { writeNewFile } from './new-file.ts';
import { renderAnswer, renderEvents } from './render.ts';
import { entriesOf, itemOf, unwrapped } from './schema-parts.ts';
import type { Tool } from './tool.ts';

/** Only for the file's owner: an export names users. */
const OWNER_ONLY = 0o600;

const partSchema = v.looseObject({ next: v.union([v.string(), v.number(), v.null()]), look: v.optional(v.number()) });
const cellSchema = v.union([v.string(), v.number(), v.null()]);

/**
 * A verb of the command line from the command's declaration: arguments and options from its fields, text from its
 * answer. A list can be written into a file instead, all its parts; so can a text that is meant as a file.
 */
export function addGeneratedCommand(parent: Command, name: string, declared: Declared, tool: Tool): void {
  const fields = fieldsOf(declared);
  if (fields === null) return;
  const { answer } = declared;
  const verb = parent.command(name.split(' ').at(-1) ?? name).description(declared.does);
  for (const field of fields) addField(verb, field);
  addAsker(verb, declared);
  const list = listOf(declared);
  const isFile = hasEntry(answer, 'file');
  if (list !== null)
    verb.option('--csv <file>', 'writes all of it into a new file instead, for its owner only', fileName);
  if (isFile) verb.option('--file <file>', 'writes it into a new file instead, to be changed and applied', fileName);

  verb.action(async (...given: unknown[]) => {
    const options = verb.opts<Readonly<Record<string, unknown>>>();
    const asked = readFields(fields, given, options);
    const asker = askerOf(options);
    if (list !== null && typeof options['csv'] === 'string') {
      const written = await writeList(options['csv'], list, (part) => tool.run(name, { ...asked, ...part }, asker));
      return tool.finish(`${written} rows written to ${options['csv']}.`, { written, file: options['csv'] });
    }
    const { answer: data, events } = await tool.run(name, asked, asker);
    if (isFile && typeof options['file'] === 'string') {
      const { file, ...rest } = v.parse(v.looseObject({ file: v.string() }), data);
      await writeNewFile(options['file'], file);
      return tool.finish(`It is written to ${options['file']}.`, rest);
    }
    const isDry = asker.dryRun === true;
    const shown = declared.kind === 'change' ? { ...Object(data), events, ...(isDry && { dryRun: true }) } : data;
    const lines = [
      ...(declared.kind === 'change' ? renderEvents(events, isDry) : []),
      ...(isDry && events.length > 0 && declared.isFine === undefined ? [] : renderAnswer(withoutFile(answer), data)),
      ...continuation(
        fields.map((field) => field.name),
        data,
      ),
    ];
    return tool.finish(lines.join('\n'), shown, (declared.isFine?.(data) ?? true) ? 'done' : 'notDone');
  });
}

const hasEntry = (schema: v.GenericSchema, name: string): boolean => Object.hasOwn(entriesOf(schema), name);

function withoutFile(schema: v.GenericSchema): v.GenericSchema {
  if (!hasEntry(schema, 'file')) return schema;
  const { file: _, ...entries } = entriesOf(schema);
  return v.object(entries);
}

function fileName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError("It can't be empty.");
  return text;
}

/** The rows of an answer that comes in parts. */
type List = { rows: string; columns: string[]; cursor: string; most: number; start: string };

function listOf({ answer, fields, kind }: Declared): List | null {
  const entries = entriesOf(answer);
  const rows = Object.entries(entries).find(([, entry]) => itemOf(entry) !== null);
  const cursor = ['before', 'after'].find((name) => Object.hasOwn(fields, name));
  const item = rows && itemOf(rows[1]);
  if (!rows || !item || cursor === undefined || !Object.hasOwn(entries, 'next')) return null;
  // Without a byte order mark Excel doesn't read the Chinese of names and addresses.
  const start = kind === 'look' ? '\uFEFF' : '';
  return { rows: rows[0], columns: Object.keys(entriesOf(item)), cursor, most: mostOf(fields['limit']), start };
}

const pipeSchema = v.object({ pipe: v.array(v.unknown()) });
const mostSchema = v.object({ type: v.literal('max_value'), requirement: v.number() });

/** The largest limit that a part may have. */
function mostOf(limit: v.GenericSchema | undefined): number {
  const steps = (schema: unknown): number[] => {
    const most = v.safeParse(mostSchema, schema);
    const pipe = v.safeParse(pipeSchema, schema);
    if (most.success) return [most.output.requirement];
    // A schema's pipe begins with itself.
    return pipe.success
      ? pipe.output.pipe.flatMap((step, index) => (index === 0 ? innerSteps(step) : steps(step)))
      : [];
  };
  const innerSteps = (first: unknown): number[] => steps(first);
  return limit === undefined ? 1 : Math.min(...steps(unwrapped(limit)));
}

type AskPart = (part: object) => Promise<{ answer: unknown }>;

async function writeList(
  file: string,
  { rows: name, columns, cursor, most, start }: List,
  ask: AskPart,
): Promise<number> {
  let written = 0;
  const lines = async function* () {
    yield `${start}${csvLine(columns)}`;
    for (let part = {}; ;) {
      const { answer } = await ask({ ...part, limit: most });
      const {
        [name]: rows,
        next,
        look,
      } = v.parse(v.intersect([partSchema, v.record(v.string(), v.unknown())]), answer);
      for (const row of v.parse(v.array(v.record(v.string(), v.unknown())), rows)) {
        written += 1;
        yield csvLine(columns.map((column) => cellOf(row[column])));
      }
      if (next === null) return;
      part = { [cursor]: next, ...(look !== undefined && { look }) };
    }
  };
  await writeNewFile(file, lines(), { mode: OWNER_ONLY });
  return written;
}

const cellOf = (value: unknown): string | number | null => {
  const cell = v.safeParse(cellSchema, value ?? null);
  return cell.success ? cell.output : JSON.stringify(value);
};

/** How to go on where a list ended. */
function continuation(fields: readonly string[], answer: unknown): string[] {
  const part = v.safeParse(partSchema, answer);
  if (!part.success || part.output.next === null) return [];
  const cursor = fields.find((name) => name === 'before' || name === 'after') ?? 'after';
  const look = part.output.look === undefined ? '' : ` --look ${part.output.look}`;
  return [`More: the same with --${cursor} ${part.output.next}${look}`];
}
