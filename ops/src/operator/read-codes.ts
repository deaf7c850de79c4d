import { parse } from 'csv-parse/sync';

export type CodeRow = { line: number; code: string; pwd: string };
export type BadLine = { line: number; reason: string };

/**
 * Reads a CSV of card numbers and secrets: two columns, `code,pwd`; a header line of those names is skipped, blank
 * lines are too. Whether a code is well formed and new is the server's to say.
 * @returns the rows with their line numbers, and the lines that aren't two columns
 */
export function readCodes(csv: string): { rows: CodeRow[]; bad: BadLine[] } {
  const rows: CodeRow[] = [];
  const bad: BadLine[] = [];
  csv
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((text, index) => {
      const line = index + 1;
      if (text.trim() === '') return;
      const fields = readLine(text);
      if (fields === null) bad.push({ line, reason: 'quotes that do not close' });
      else if (fields.length !== 2) bad.push({ line, reason: `${fields.length} columns instead of 2` });
      else if (!isHeader(line, fields)) rows.push({ line, code: fields[0] ?? '', pwd: fields[1] ?? '' });
    });
  return { rows, bad };
}

/** Line by line: one quote that doesn't close would otherwise swallow the rest of the file. */
function readLine(text: string): string[] | null {
  try {
    const [fields = []]: string[][] = parse(text, { trim: true });
    return fields;
  } catch {
    return null;
  }
}

function isHeader(line: number, fields: readonly string[]): boolean {
  return line === 1 && fields[0]?.toLowerCase() === 'code' && fields[1]?.toLowerCase() === 'pwd';
}
