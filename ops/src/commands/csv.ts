import { parse } from 'csv-parse/sync';
import { writeNewFile } from './new-file.ts';

/** Only for the file's owner: an export names users. */
const OWNER_ONLY = 0o600;

/**
 * Writes rows as they come into a file of that name, if there is none; it appears when all are there.
 * @param start a byte order mark where texts are Chinese: without it Excel doesn't read UTF-8
 * @returns the number of rows
 */
export async function writeCsv<Row extends Readonly<Record<string, string | number | null>>>(
  file: string,
  columns: readonly (keyof Row & string)[],
  rows: AsyncIterable<Row>,
  start: '' | '\uFEFF' = '',
): Promise<number> {
  let written = 0;
  const lines = async function* () {
    yield `${start}${csvLine(columns)}`;
    for await (const row of rows) {
      written += 1;
      yield csvLine(columns.map((name) => row[name] ?? null));
    }
  };
  await writeNewFile(file, lines(), { mode: OWNER_ONLY });
  return written;
}

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

/** @throws when it isn't UTF-8 */
export function csvLines(bytes: Uint8Array): string[] {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).split(/\r\n|\n|\r/);
  } catch {
    throw new Error("The file isn't UTF-8 text. Save it as CSV UTF-8.");
  }
}

/** The cells of one line, `null` with a quote that isn't closed, which so can't swallow further lines. */
export function readCsvLine(text: string): string[] | null {
  try {
    const [fields = []]: string[][] = parse(text, { trim: true });
    return fields;
  } catch {
    return null;
  }
}
