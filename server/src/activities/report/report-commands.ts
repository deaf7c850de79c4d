import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { number, text } from '../../commands/fields.ts';
import { command } from '../../commands/table.ts';
import { record } from '../../history/events.ts';
import { readReportRow, type ReportFields } from './report-fields.ts';
import { reports } from './tables.ts';

/** Reports of a part of an import. */
export const REPORTS_AT_ONCE = 500;

export const reportCommands = {
  /** Objects of `fridgeId` and report fields. A fridge's last row wins. */
  'report import': command({
    does: 'adds or replaces the reports of fridges; bad rows are named, good ones go in',
    may: ['operator'],
    kind: 'change',
    undo: 'Former reports are not kept: import them again.',
    fields: {
      reports: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(REPORTS_AT_ONCE)),
      /** A later part of an import, which is written down with its first. */
      continued: v.optional(v.boolean(), false),
    },
    answer: v.object({ imported: number, added: number, rejected: v.array(v.object({ row: number, reason: text })) }),
    async run({ reports: rows, continued }, context) {
      const { clock } = context;
      const rejected: { row: number; reason: string }[] = [];
      const good = new Map<string, ReportFields>();
      for (const [index, raw] of rows.entries()) {
        const read = readReportRow(raw);
        if ('reason' in read) rejected.push({ row: index + 1, reason: read.reason });
        else good.set(read.fridgeId, read.fields);
      }
      const added = await context.transact(async (transaction) => {
        if (!continued) await record(transaction, context, clock, { about: ['reports'] });
        if (good.size === 0) return 0;
        const written = await transaction
          .insert(reports)
          // Sorted, which prevents deadlocks of concurrent imports.
          .values(
            [...good]
              .toSorted(([left], [right]) => (left < right ? -1 : 1))
              .map(([fridgeId, fields]) => ({ fridgeId, fields, importedAt: new Date(clock.real()) })),
          )
          .onConflictDoUpdate({
            target: reports.fridgeId,
            set: { fields: sql`excluded.fields`, importedAt: sql`excluded.imported_at` },
            setWhere: sql`${reports.fields} is distinct from excluded.fields`,
          })
          // Zero for an inserted row.
          .returning({ isNew: sql`xmax = 0`.mapWith(Boolean) });
        return written.filter(({ isNew }) => isNew).length;
      });
      return { imported: rows.length - rejected.length, added, rejected };
    },
  }),
};
