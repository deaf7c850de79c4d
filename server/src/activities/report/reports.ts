import type { reportCalls } from '@fridge/shared-contracts/activities/report';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import type { VerifiedCall } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import { type ReportFields, readReportRow } from './report-fields.ts';
import { reports } from './tables.ts';

/** `null`: no data for 2022. */
export async function getReport(
  { fields: { fridgeId } }: VerifiedCall<typeof reportCalls.getReport>,
  { queries }: Services,
): Promise<ReportFields | null> {
  const [report] = await queries.select({ fields: reports.fields }).from(reports).where(eq(reports.fridgeId, fridgeId));
  return report?.fields ?? null;
}

export async function hasReport(queries: Queries, fridges: readonly { fridgeId: string }[]): Promise<boolean> {
  const ids = fridges.map(({ fridgeId }) => fridgeId);
  if (ids.length === 0) return false;
  const found = await queries.select({ fridgeId: reports.fridgeId }).from(reports).where(inArray(reports.fridgeId, ids)).limit(1);
  return found.length > 0;
}

/** `added`: fridges without an earlier report; `row`: from 1. */
type StoredReports = { imported: number; added: number; rejected: { row: number; reason: string }[] };

/**
 * Stores valid rows, replacing earlier reports, and lists the others. A fridge's last row wins.
 * @param now real time, milliseconds
 */
export async function importReports(queries: Queries, rows: readonly unknown[], now: number): Promise<StoredReports> {
  const rejected: StoredReports['rejected'] = [];
  const good = new Map<string, ReportFields>();
  for (const [index, raw] of rows.entries()) {
    const read = readReportRow(raw);
    if ('reason' in read) rejected.push({ row: index + 1, reason: read.reason });
    else good.set(read.fridgeId, read.fields);
  }
  const written =
    good.size === 0
      ? []
      : await queries
          .insert(reports)
          // Sorted, which prevents deadlocks of concurrent imports.
          .values([...good].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([fridgeId, fields]) => ({ fridgeId, fields, importedAt: new Date(now) })))
          .onConflictDoUpdate({
            target: reports.fridgeId,
            set: { fields: sql`excluded.fields`, importedAt: sql`excluded.imported_at` },
            setWhere: sql`${reports.fields} is distinct from excluded.fields`,
          })
          // Zero for an inserted row.
          .returning({ isNew: sql`xmax = 0`.mapWith(Boolean) });
  return { imported: rows.length - rejected.length, added: written.filter(({ isNew }) => isNew).length, rejected };
}
