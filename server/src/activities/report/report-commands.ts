import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { count, file } from '../../commands/fields.ts';
import { badLinesSchema, createBadLines, readJsonLines } from '../../commands/json-lines.ts';
import { command } from '../../commands/table.ts';
import type { Queries } from '../../database/database.ts';
import { record } from '../../history/events.ts';
import { readReportRow, REPORT_BYTES, type ReportFields } from './report-fields.ts';
import { reports } from './tables.ts';

/** Reports of one statement. */
const WRITTEN_AT_ONCE = 500;
/** Of a line: longer than a report with every character as `\\uXXXX`. */
const MOST_LINE_BYTES = 6 * REPORT_BYTES;

export const reportCommands = {
  /** A line has `fridgeId` and the report's fields; a fridge's last line counts. `added`: for fridges that had none. */
  'report import': command({
    does: 'adds or replaces the reports of fridges; bad lines are named, good ones go in',
    may: ['operator'],
    kind: 'change',
    undo: 'Former reports are not kept: import them again.',
    fields: { file: file('JSON lines: fridgeId and the fields of the report each') },
    answer: v.object({ imported: count, added: count, ...badLinesSchema }),
    isFine: ({ rejected }) => rejected === 0,
    async run({ file: { text } }, context) {
      const bad = createBadLines();
      const good = new Map<string, ReportFields>();
      let imported = 0;
      for await (const read of readJsonLines(text, MOST_LINE_BYTES, readReportRow)) {
        if ('reason' in read) {
          bad.add(read);
          continue;
        }
        good.set(read.fridgeId, read.fields);
        imported += 1;
      }
      const importedAt = new Date(context.clock.real());
      // Sorted, which prevents deadlocks of concurrent imports.
      const rows = [...good]
        .toSorted(([left], [right]) => (left < right ? -1 : 1))
        .map(([fridgeId, fields]) => ({ fridgeId, fields, importedAt }));
      const added = await context.transact(async (transaction) => {
        if (rows.length > 0) await record(transaction, context, context.clock, { about: ['reports'] });
        return writeReports(transaction, rows);
      });
      return { imported, added, ...bad.listed() };
    },
  }),
};

/** @returns how many fridges had no report */
async function writeReports(transaction: Queries, rows: readonly (typeof reports.$inferInsert)[]): Promise<number> {
  let added = 0;
  for (let start = 0; start < rows.length; start += WRITTEN_AT_ONCE) {
    const written = await transaction
      .insert(reports)
      .values(rows.slice(start, start + WRITTEN_AT_ONCE))
      .onConflictDoUpdate({
        target: reports.fridgeId,
        set: { fields: sql`excluded.fields`, importedAt: sql`excluded.imported_at` },
        setWhere: sql`${reports.fields} is distinct from excluded.fields`,
      })
      // Zero for an inserted row.
      .returning({ isNew: sql`xmax = 0`.mapWith(Boolean) });
    added += written.filter(({ isNew }) => isNew).length;
  }
  return added;
}
