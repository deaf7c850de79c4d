import { AUDIT_ROWS_AT_ONCE } from '@fridge/server/operator/audit-protocol';
import { type Command, Option } from 'commander';
import { writeCsv } from './csv.ts';
import { calendarDay, nonEmptyText, table, type Tool, wholeNumberFrom } from './tool.ts';

type Filter = { user?: string; day?: string };
type Part<Row> = { rows: Row[]; next: number | null };

type Audit<Row> = {
  description: string;
  /** In the order of the columns. */
  columns: readonly (keyof Row & string)[];
  /** `--verify`: recomputes every row instead of showing them. */
  verify?(): Promise<void>;
  ask(filter: Filter & { before?: number; limit: number }): Promise<Part<Row>>;
};

const ROWS_SHOWN = 50;

/** `<group> audit`: shows the latest rows, or writes them into a file. */
export function addAuditCommand<Row extends Readonly<Record<string, string | number | null>>>(
  group: Command,
  { finish }: Tool,
  { description, columns, ask, verify }: Audit<Row>,
): void {
  const command = group.command('audit');
  if (verify !== undefined)
    command.addOption(
      new Option('--verify', 'recomputes every outcome, and names each that differs').conflicts([
        'user',
        'day',
        'limit',
        'csv',
      ]),
    );
  command
    .description(description)
    .option('--user <id>', 'only of this user', nonEmptyText)
    .option('--day <YYYY-MM-DD>', 'only of this day of business time, in China', calendarDay)
    .option('--limit <n>', `at most so many; ${ROWS_SHOWN}, or all into a file`, wholeNumberFrom(1, 1_000_000))
    .option('--csv <file>', 'writes them into a new file instead, without any code or secret', nonEmptyText)
    .action(async (options: Filter & { limit?: number; csv?: string; verify?: true }) => {
      const { csv, limit, verify: isVerifying, ...filter } = options;
      if (isVerifying) return verify?.();
      const found = rowsOf(ask, filter, limit ?? (csv === undefined ? ROWS_SHOWN : Number.POSITIVE_INFINITY));
      if (csv === undefined) {
        const rows: Row[] = [];
        for await (const row of found) rows.push(row);
        const shown = rows.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? '-'])));
        return finish(rows.length === 0 ? 'No such row.' : table(shown), rows);
      }
      const written = await writeCsv(csv, columns, found);
      finish(`${written} rows written to ${csv}.`, { written, file: csv });
    });
}

async function* rowsOf<Row>(ask: Audit<Row>['ask'], filter: Filter, most: number): AsyncGenerator<Row> {
  let left = most;
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
