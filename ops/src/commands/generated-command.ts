import { csvLine } from '@fridge/server/commands/csv';
import type { Command as Declared } from '@fridge/server/commands/table';
import { type Command, InvalidArgumentError } from 'commander';
import * as v from 'valibot';
import { addAsker, addField, askerOf, fieldsOf, readFields } from './arguments.ts';
import { writeNewFile } from './new-file.ts';
import { renderAnswer, renderEvents } from './render.ts';
import { partsOf } from './schema-parts.ts';
import type { Tool } from './tool.ts';

/** Only for the file's owner: an export names users. */
const OWNER_ONLY = 0o600;

const partSchema = v.looseObject({
  next: v.optional(v.union([v.string(), v.number(), v.null()]), null),
  look: v.optional(v.number()),
});
const rowsSchema = v.array(v.record(v.string(), v.unknown()));
const cellSchema = v.union([v.string(), v.number(), v.null()]);

/**
 * A verb of the command line from the command's declaration: arguments and options from its fields, text from its
 * answer. A list can be written into a file instead, all its parts; so can a text that is meant as a file.
 */
export function addGeneratedCommand(parent: Command, name: string, declared: Declared, tool: Tool): void {
  const fields = fieldsOf(declared);
  const { answer } = declared;
  const verb = parent.command(name.split(' ').at(-1) ?? name).description(declared.does);
  for (const field of fields) addField(verb, field);
  addAsker(verb, declared);
  const list = listOf(declared);
  const { file, ...rest } = partsOf(answer).entries;
  const isFile = file !== undefined;
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
      const { file: text, ...shown } = v.parse(v.looseObject({ file: v.string() }), data);
      await writeNewFile(options['file'], text);
      return tool.finish(`It is written to ${options['file']}.`, shown);
    }
    const isDry = asker.dryRun === true;
    const shown = declared.kind === 'change' ? { ...Object(data), events, ...(isDry && { dryRun: true }) } : data;
    const lines = [
      ...(declared.kind === 'change' ? renderEvents(events, isDry) : []),
      ...(isDry && events.length > 0 && declared.isFine === undefined && declared.foretells !== true
        ? []
        : renderAnswer(isFile ? v.object(rest) : answer, data)),
      ...continuation(list, data),
    ];
    return tool.finish(lines.join('\n'), shown, (declared.isFine?.(data) ?? true) ? 'done' : 'notDone');
  });
}

function fileName(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError("It can't be empty.");
  return text;
}

/** The rows of an answer that comes in parts, or in one without `cursor`. */
type List = { rows: string; columns: string[]; cursor?: string | undefined; most?: number | undefined };

function listOf({ answer, fields }: Declared): List | null {
  const { entries } = partsOf(answer);
  const lists = Object.entries(entries).flatMap(([name, entry]) => {
    const { item, isTable } = partsOf(entry);
    return item === undefined ? [] : [{ name, item, isTable }];
  });
  const whole = lists.find(({ isTable }) => isTable);
  const cursor = ['before', 'after'].find((name) => Object.hasOwn(fields, name));
  const most = fields['limit'] && partsOf(fields['limit']).most;
  const rows = whole ?? (cursor === undefined || most === undefined ? undefined : lists[0]);
  if (rows === undefined) return null;
  return { rows: rows.name, columns: Object.keys(partsOf(rows.item).entries), cursor, most };
}

type AskPart = (part: object) => Promise<{ answer: unknown }>;

async function writeList(file: string, { rows: name, columns, cursor, most }: List, ask: AskPart): Promise<number> {
  let written = 0;
  const lines = async function* () {
    // Without a byte order mark Excel doesn't read the Chinese of names and addresses.
    yield `\uFEFF${csvLine(columns)}`;
    for (let part = {}; ;) {
      const { answer } = await ask({ ...part, ...(most !== undefined && { limit: most }) });
      const { next, look, [name]: rows } = v.parse(partSchema, answer);
      for (const row of v.parse(rowsSchema, rows)) {
        written += 1;
        yield csvLine(columns.map((column) => cellOf(row[column])));
      }
      if (next === null || cursor === undefined) return;
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
function continuation(list: List | null, answer: unknown): string[] {
  const part = v.safeParse(partSchema, answer);
  if (list === null || !part.success || part.output.next === null) return [];
  const { next, look } = part.output;
  return [`More: the same with --${list.cursor} ${next}${look === undefined ? '' : ` --look ${look}`}`];
}
