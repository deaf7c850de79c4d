import { parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { Refused } from './refused.ts';

/** Run as a formula by spreadsheets, or skipped before one. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r]/u;

/** RFC 4180. An apostrophe marks text that a spreadsheet would run as a formula. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Named by number and reason; never quoted: a file may hold secrets. */
export type BadRow = { line: number; reason: string };
export const rejectedRows = v.array(v.object({ line: v.number(), reason: v.string() }));
export const inLineOrder = (...rows: readonly (readonly BadRow[])[]): BadRow[] =>
  rows.flat().toSorted((one, other) => one.line - other.line);

type CsvRow<Column extends string> = { line: number } & Readonly<Record<Column, string>>;

/**
 * Reads a file whose first line names its columns, in any order; each column by one of its names. Lines are read one by
 * one: a quote that isn't closed can't swallow further lines.
 * @param options.others whether there may be other columns
 * @throws Refused where a column isn't named once
 */
export function readCsv<Column extends string>(
  text: string,
  names: Readonly<Record<Column, readonly string[]>>,
  { others = false }: { others?: boolean } = {},
): { rows: CsvRow<Column>[]; bad: BadRow[] } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const start = lines.findIndex((line) => line.trim() !== '');
  if (start < 0) throw new Refused(`The file is empty: its first line has to name the columns ${columnsOf(names)}.`);
  const header = (readLine(lines[start] ?? '') ?? []).map((name) => name.toLowerCase());
  const places = placesOf(header, names);
  if (places === null || (!others && header.length !== Object.keys(names).length))
    throw new Refused(
      `Line ${start + 1} has to name the columns ${columnsOf(names)} once each, with commas between them.`,
    );

  const rows: CsvRow<Column>[] = [];
  const bad: BadRow[] = [];
  for (const [index, content] of lines.entries()) {
    if (index <= start || content.trim() === '') continue;
    const line = index + 1;
    const cells = readLine(content);
    if (cells === null) bad.push({ line, reason: 'quotes that do not close' });
    else if (cells.length !== header.length)
      bad.push({ line, reason: `${cells.length} columns instead of ${header.length}` });
    else if (
      placesOf(
        cells.map((cell) => cell.toLowerCase()),
        names,
      ) !== null
    )
      bad.push({ line, reason: 'the names of the columns again' });
    else rows.push({ line, ...cellsOf(cells, places) });
  }
  return { rows, bad };
}

const columnsOf = (names: Readonly<Record<string, readonly string[]>>): string =>
  Object.values(names)
    .map((aliases) => aliases.join(' or '))
    .join(', ');

type Places<Column extends string> = Readonly<Record<Column, number>>;

function placesOf<Column extends string>(
  header: readonly string[],
  names: Readonly<Record<Column, readonly string[]>>,
): Places<Column> | null {
  const places = Object.entries<readonly string[]>(names).map(([column, aliases]) => {
    const found = header.flatMap((name, place) => (aliases.includes(name) ? [place] : []));
    return [column, found.length === 1 ? found[0] : undefined] as const;
  });
  if (places.some(([, place]) => place === undefined)) return null;
  return Object.fromEntries(places) as Places<Column>; // the names' columns, each with its place
}

function cellsOf<Column extends string>(cells: readonly string[], places: Places<Column>) {
  const named = Object.entries<number>(places).map(([column, place]) => [column, cells[place] ?? '']);
  return Object.fromEntries(named) as Record<Column, string>; // the places' columns
}

/** `null` with a quote that isn't closed. */
function readLine(text: string): string[] | null {
  try {
    const [fields = []]: string[][] = parse(text, { trim: true });
    return fields;
  } catch {
    return null;
  }
}
