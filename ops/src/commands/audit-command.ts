import { resolve } from 'node:path';
import { AUDIT_ROWS_AT_ONCE } from '@fridge/server/operator-protocol';
import { whyNotWritten } from '@fridge/server/writable-folder';
import { writeAtomically } from '@fridge/server/write-atomically';
import type { Command } from 'commander';
import { csvLine } from '../operator/csv.ts';
import { calendarDay, nonEmptyText, wholeNumberFrom } from './argument-values.ts';
import { table, type Tool } from './tool.ts';

type Filter = { user?: string; day?: string };
type Part<Row> = { rows: Row[]; next: number | null };

type Audit<Row> = {
  description: string;
  /** In the order of the columns. */
  columns: readonly (keyof Row & string)[];
  ask(filter: Filter & { before?: number; limit: number }): Promise<Part<Row>>;
};

const ROWS_SHOWN = 50;
/** Only for the file's owner: an export names users. */
const OWNER_ONLY = 0o600;

/** `<group> audit`: shows the latest rows, or writes them into a file. */
export function addAuditCommand<Row extends Readonly<Record<string, unknown>>>(
  group: Command,
  { finish }: Tool,
  { description, columns, ask }: Audit<Row>,
): void {
  const cells = (row: Row) => columns.map((name) => cellOf(row[name]));
  group
    .command('audit')
    .usage('[--user <id>] [--day <YYYY-MM-DD>] [--limit <n>] [--csv <file>]')
    .description(description)
    .option('--user <id>', 'only of this user', nonEmptyText)
    .option('--day <day>', 'only of this day of business time, in China', calendarDay)
    .option('--limit <n>', `at most so many; ${ROWS_SHOWN}, or all into a file`, wholeNumberFrom(1, 1_000_000))
    .option('--csv <file>', 'writes them into a file instead, without any code or secret', nonEmptyText)
    .action(async ({ csv, limit, ...filter }: Filter & { limit?: number; csv?: string }) => {
      const wanted = limit ?? (csv === undefined ? ROWS_SHOWN : Number.POSITIVE_INFINITY);
      const found = rowsOf(ask, filter, wanted);
      if (csv === undefined) {
        const rows: Row[] = [];
        for await (const row of found) rows.push(row);
        const text = table([columns, ...rows.map((row) => cells(row).map((cell) => cell ?? '-'))]);
        return finish({ ok: true, text: rows.length === 0 ? 'No such row.' : text, data: rows });
      }
      let written = 0;
      const lines = async function* () {
        yield csvLine(columns);
        for await (const row of found) {
          written += 1;
          yield csvLine(cells(row));
        }
      };
      await writeAtomically(resolve(csv), lines(), { mode: OWNER_ONLY }).catch((error: unknown) => {
        const reason = whyNotWritten(error);
        throw reason === null ? error : new Error(`The file ${csv} can't be written: ${reason}.`, { cause: error });
      });
      finish({ ok: true, text: `${written} rows written to ${csv}.`, data: { written, file: csv } });
    });
}

async function* rowsOf<Row>(ask: Audit<Row>['ask'], filter: Filter, wanted: number): AsyncGenerator<Row> {
  let left = wanted;
  let before: number | null = null;
  while (left > 0) {
    const limit = Math.min(left, AUDIT_ROWS_AT_ONCE);
    const part: Part<Row> = await ask({ ...filter, ...(before !== null && { before }), limit });
    yield* part.rows;
    left -= part.rows.length;
    if (part.next === null) return;
    before = part.next;
  }
}

const cellOf = (value: unknown): string | number | null =>
  typeof value === 'number' || typeof value === 'string' ? value : null;
