import type { ToldEvent } from '@fridge/server/commands/actor';
import { changeText } from '@fridge/server/history/events';
import { table } from '@fridge/shared-contracts/team';
import type * as v from 'valibot';
import { partsOf } from './schema-parts.ts';

/** Each is told as a warning. */
const WARNINGS = new Set(['warnings', 'problems', 'gaveWay', 'unlisted', 'wrong', 'doubtful']);
/** What only the command line needs. */
const CURSORS = new Set(['next', 'look']);

/** No warning needs no line. */
const isQuiet = (name: string, value: unknown): boolean =>
  WARNINGS.has(name) && Array.isArray(value) && value.length === 0;

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** An answer in words, in the order of its schema: values, then lists, then what to look at. */
export function renderAnswer(schema: v.GenericSchema, answer: unknown): string[] {
  const { item, entries } = partsOf(schema);
  if (Array.isArray(answer) && item !== undefined) return renderList(item, answer);
  if (!isRow(answer)) return [cellText(schema, answer)];
  const named = Object.entries(entries).flatMap(([name, entry]) =>
    CURSORS.has(name) || answer[name] === undefined || isQuiet(name, answer[name])
      ? []
      : [{ name, entry, value: withFigures(entry, answer[name]) }],
  );
  const values = named.filter(({ value }) => !isNested(value));
  const width = Math.max(0, ...values.map(({ name, entry }) => labelOf(name, entry).length)) + 2;
  return [
    ...values.map(({ name, entry, value }) => {
      const text = cellText(entry, value);
      return text.includes('\n') ? text.trimEnd() : `${labelOf(name, entry).padEnd(width)}${text}`;
    }),
    ...named
      .filter(({ value }) => isNested(value))
      .flatMap(({ name, entry, value }) => renderNested(name, entry, value)),
  ];
}

/** A table of figures without the rows that have none. */
const withFigures = (entry: v.GenericSchema, value: unknown): unknown =>
  partsOf(entry).isTable && Array.isArray(value)
    ? value.filter((row) => Object.values(Object(row)).some((each) => typeof each === 'number' && each !== 0))
    : value;

const isNested = (value: unknown): boolean => isRow(value) || (Array.isArray(value) && value.length > 0);

function renderNested(name: string, entry: v.GenericSchema, value: unknown): string[] {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return WARNINGS.has(name) ? value.map((each) => `! ${each}`) : [`${name}:`, ...value.map((each) => `  ${each}`)];
  return [`${name}:`, ...renderAnswer(entry, value).map((line) => `  ${line}`)];
}

function renderList(item: v.GenericSchema, rows: readonly unknown[]): string[] {
  if (rows.length === 0) return ['none'];
  const entries = Object.entries(partsOf(item).entries);
  if (entries.length === 0) return rows.map((row) => cellText(item, row));
  const shown = rows.map((row) =>
    Object.fromEntries(
      entries.map(([name, entry]) => [labelOf(name, entry), isRow(row) ? cellText(entry, row[name]) : '']),
    ),
  );
  return table(shown).split('\n');
}

/** Which clock a time is of. */
const labelOf = (name: string, schema: v.GenericSchema): string =>
  partsOf(schema).clock === 'real' ? `${name} (real time)` : name;

const LONGEST_CELL = 100;

function cellText(schema: v.GenericSchema, value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const { clock, unit } = partsOf(schema);
  if (typeof value === 'string') return clock === undefined ? value : value.slice(0, 16).replace('T', ' ');
  if (typeof value === 'number' && unit !== undefined) return measured(value, unit);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return shortened(value.map((each) => inCell(each)).join(', ') || '-');
  return shortened(inCell(value));
}

const units: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  seconds: { s: 1, min: 60, h: 3_600, days: 86_400 },
  bytes: { MiB: 1024 ** 2, GiB: 1024 ** 3 },
};

/** In the largest unit of which there are two. */
function measured(value: number, unit: string): string {
  const sizes = Object.entries(units[unit] ?? {});
  const [name, size] = sizes.findLast(([, each]) => value >= 2 * each) ?? sizes[0] ?? ['', 1];
  return `${Number((value / size).toPrecision(3))} ${name}`;
}

function inCell(value: unknown): string {
  if (!isRow(value)) return String(value ?? '-');
  if (typeof value['path'] === 'string')
    return changeText({ path: value['path'], before: value['before'], after: value['after'] });
  // Of what has an id besides, that is what a person looks for.
  if (typeof value['name'] === 'string' && !Object.keys(value).some((key) => key.endsWith('Id'))) return value['name'];
  return Object.entries(value)
    .flatMap(([name, each]) =>
      each === null || each === undefined ? [] : [`${name} ${isRow(each) ? inCell(each) : String(each)}`],
    )
    .join(' ');
}

const shortened = (text: string): string => (text.length > LONGEST_CELL ? `${text.slice(0, LONGEST_CELL)}…` : text);

/** What was changed, or would be, before -> after, and how to undo it. */
export function renderEvents(events: readonly ToldEvent[], isDry: boolean): string[] {
  if (isDry && events.length === 0) return ['Nothing would change.'];
  const lines = events.flatMap(({ id, about, changes }) => [
    isDry ? `Would change ${about.join(', ')}:` : `Event ${id}, ${about.join(', ')}:`,
    ...changes.map((change) => `  ${changeText(change)}`),
  ]);
  return isDry ? [...lines, 'A dry run: nothing was changed.'] : lines;
}
