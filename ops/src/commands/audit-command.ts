import { resolve } from 'node:path';
import type { Command } from 'commander';
import { AUDIT_ROWS_AT_ONCE } from '@fridge/server/operator-protocol';
import { whyNotWritten } from '@fridge/server/writable-folder';
import { writeAtomically } from '@fridge/server/write-atomically';
import { csvLine } from '../operator/csv.ts';
import { calendarDay, someText, wholeNumberFrom } from './argument-values.ts';
import { table } from './table.ts';
import type { Tool } from './tool.ts';

export type AuditFilter = { user?: string; day?: string; before?: number; limit: number };
export type AuditPart<Row> = { rows: Row[]; next: number | null };

export type Audit<Row> = {
  description: string;
  /** Names of the row's own fields, in the order of the columns. */
  columns: readonly (keyof Row & string)[];
  ask(filter: AuditFilter): Promise<AuditPart<Row>>;
};

type Options = { user?: string; day?: string; limit?: number; csv?: string };

const SHOWN = 50;
/** An export names users: it is for its owner's eyes. */
const OWNER_ONLY = 0o600;

/** `<group> audit`: the rows of an audit, the latest first, shown or written into a file. */
export function addAuditCommand<Row extends Readonly<Record<string, unknown>>>(group: Command, { finish }: Tool, { description, columns, ask }: Audit<Row>): void {
  const cells = (row: Row) => columns.map((name) => cellOf(row[name]));
  group
    .command('audit')
    .usage('[--user <id>] [--day <YYYY-MM-DD>] [--limit <n>] [--csv <file>]')
    .description(description)
    .option('--user <id>', 'only of this user', someText)
    .option('--day <day>', 'only of this day of business time, in China', calendarDay)
    .option('--limit <n>', `at most so many; ${SHOWN}, or all into a file`, wholeNumberFrom(1, 1_000_000))
    .option('--csv <file>', 'writes them into a file instead, without any code or secret', someText)
    .action(async ({ csv, limit, ...filter }: Options) => {
      const wanted = limit ?? (csv === undefined ? SHOWN : Number.POSITIVE_INFINITY);
      if (csv === undefined) {
        const rows = await collect(rowsOf(ask, filter, wanted));
        return finish({ ok: true, text: rows.length === 0 ? 'No such row.' : table([columns, ...rows.map((row) => cells(row).map((cell) => (cell === null ? '-' : String(cell))))]), data: rows });
      }
      let written = 0;
      const lines = async function* () {
        yield csvLine(columns);
        for await (const row of rowsOf(ask, filter, wanted)) {
          written += 1;
          yield csvLine(cells(row));
        }
      };
      await writeAtomically(resolve(csv), lines(), { mode: OWNER_ONLY }).catch((error: unknown) => {
        const why = whyNotWritten(error);
        throw why === null ? error : new Error(`The file ${csv} can't be written: ${why}.`, { cause: error });
      });
      finish({ ok: true, text: `${written} rows written to ${csv}.`, data: { written, file: csv } });
    });
}

async function* rowsOf<Row>(ask: Audit<Row>['ask'], filter: Omit<AuditFilter, 'limit' | 'before'>, wanted: number): AsyncGenerator<Row> {
  let left = wanted;
  let before: number | null = null;
  while (left > 0) {
    const part: AuditPart<Row> = await ask({ ...filter, ...(before !== null && { before }), limit: Math.min(left, AUDIT_ROWS_AT_ONCE) });
    yield* part.rows;
    left -= part.rows.length;
    if (part.next === null) return;
    before = part.next;
  }
}

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

const cellOf = (value: unknown): string | number | null => (typeof value === 'number' || typeof value === 'string' ? value : null);
