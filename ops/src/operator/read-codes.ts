import { parse } from 'csv-parse/sync';

export type CodeRow = { line: number; code: string; pwd: string };
export type BadLine = { line: number; reason: string };

const columnNames: Readonly<Record<'code' | 'pwd', readonly string[]>> = { code: ['code', '卡号'], pwd: ['pwd', '卡密'] };

/**
 * Reads a CSV of card numbers and secrets. The first line names the columns: `code` and `pwd`, or 卡号 and 卡密. The server
 * validates the codes.
 * @returns the rows, and the lines that aren't two columns, repeat a code or repeat the header
 * @throws when the text isn't UTF-8 or lacks a header; no message quotes the file, which may hold secrets
 */
export function readCodes(bytes: Uint8Array): { rows: CodeRow[]; bad: BadLine[] } {
  const lines = decode(bytes).split(/\r\n|\n|\r/);
  const header = lines.findIndex((text) => text.trim() !== '');
  if (header < 0) throw new Error('The file is empty: its first line has to name the columns, code,pwd.');
  const columns = readHeader(lines[header] ?? '', header + 1);

  const rows: CodeRow[] = [];
  const bad: BadLine[] = [];
  const seen = new Map<string, number>();
  lines.forEach((text, index) => {
    const line = index + 1;
    if (index <= header || text.trim() === '') return;
    const fields = readLine(text);
    if (fields === null) return bad.push({ line, reason: 'quotes that do not close' });
    if (fields.length !== 2) return bad.push({ line, reason: `${fields.length} columns instead of 2` });
    if (namedColumns(fields) !== null) return bad.push({ line, reason: 'the names of the columns again' });
    const row = { line, code: fields[columns.code] ?? '', pwd: fields[columns.pwd] ?? '' };
    const first = seen.get(row.code);
    if (first !== undefined) return bad.push({ line, reason: `the code of line ${first} again` });
    if (row.code !== '') seen.set(row.code, line);
    return rows.push(row);
  });
  return { rows, bad };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error("The file isn't UTF-8 text. Save it as CSV UTF-8.");
  }
}

type Columns = { code: number; pwd: number };

function readHeader(text: string, line: number): Columns {
  const columns = namedColumns(readLine(text) ?? []);
  if (columns !== null) return columns;
  throw new Error(`Line ${line} doesn't name the two columns: it has to be code,pwd or 卡号,卡密, in any order, with a comma between them.`);
}

function namedColumns(fields: readonly string[]): Columns | null {
  const names = fields.map((name) => name.toLowerCase());
  const code = names.findIndex((name) => columnNames.code.includes(name));
  const pwd = names.findIndex((name) => columnNames.pwd.includes(name));
  return names.length === 2 && code >= 0 && pwd >= 0 ? { code, pwd } : null;
}

/** An unclosed quote can't swallow further lines. */
function readLine(text: string): string[] | null {
  try {
    const [fields = []]: string[][] = parse(text, { trim: true });
    return fields;
  } catch {
    return null;
  }
}
