import type { BadLine } from '@fridge/server/json-lines';
import { csvLines, readCsvLine } from './csv.ts';

export type ShipmentRow = { line: number; id: string; carrier: string; trackingNumber: string };

/**
 * Reads a CSV whose first line names `id`, `carrier` and `number`; other columns are ignored, so that an export can be
 * filled in and shipped. The server checks the shipments.
 * @returns the rows, the bad lines, and how many lines have neither carrier nor number
 * @throws when the text isn't UTF-8 or lacks a column; no message quotes the file, which may hold addresses
 */
export function readShipments(bytes: Uint8Array): { rows: ShipmentRow[]; bad: BadLine[]; skipped: number } {
  const lines = csvLines(bytes);
  const start = lines.findIndex((text) => text.trim() !== '');
  if (start < 0) throw new Error('The file is empty: its first line has to name the columns, id,carrier,number.');
  const columns = readHeader(lines[start] ?? '', start + 1);

  const rows: ShipmentRow[] = [];
  const bad: BadLine[] = [];
  const seen = new Map<string, ShipmentRow>();
  let skipped = 0;
  lines.forEach((text, index) => {
    const line = index + 1;
    if (index <= start || text.trim() === '') return;
    const cells = readCsvLine(text);
    if (cells === null) return bad.push({ line, reason: 'quotes that do not close' });
    if (cells.length !== columns.count)
      return bad.push({ line, reason: `${cells.length} columns instead of ${columns.count}` });
    const cell = (place: number) => cells[place] ?? '';
    const row = { line, id: cell(columns.id), carrier: cell(columns.carrier), trackingNumber: cell(columns.number) };
    if (row.carrier === '' && row.trackingNumber === '') return (skipped += 1);
    if (row.id === '') return bad.push({ line, reason: 'the id is missing' });
    const first = seen.get(row.id);
    if (first !== undefined && first.trackingNumber !== row.trackingNumber)
      return bad.push({ line, reason: `the prize of line ${first.line} again, with another number` });
    seen.set(row.id, first ?? row);
    return rows.push(row);
  });
  return { rows, bad, skipped };
}

function readHeader(text: string, line: number) {
  const names = (readCsvLine(text) ?? []).map((name) => name.toLowerCase());
  const place = (...aliases: readonly [string, string]): number => {
    const [found, again] = names.flatMap((name, index) => (aliases.includes(name) ? [index] : []));
    if (found !== undefined && again === undefined) return found;
    throw new Error(
      `Line ${line} doesn't name the column ${aliases.join(' or ')} once: it has to name id, carrier and number, with commas between them.`,
    );
  };
  return {
    count: names.length,
    id: place('id', '奖品编号'),
    carrier: place('carrier', '快递公司'),
    number: place('number', '快递单号'),
  };
}
