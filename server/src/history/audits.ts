import { and, eq, gte, lt } from 'drizzle-orm';
import * as v from 'valibot';
import type { grantAudit } from '../activities/campaign/tables.ts';
import type { drawAudit } from '../activities/draw/tables.ts';
import {
  day,
  limit,
  number,
  optionalNumber,
  positive,
  realTime,
  text,
  time,
  told,
  userId,
} from '../commands/fields.ts';
import { DAY_MS, midnightInShanghai } from '../program/clock.ts';

/** Rows of a part. */
const AUDIT_ROWS_AT_ONCE = 1_000;

export const auditFilter = {
  user: v.optional(told(userId, 'only of this user')),
  day: v.optional(told(day, 'only of this day of business time, in China')),
  before: v.optional(told(positive, 'goes on where another part ended, at its next')),
  limit: limit(AUDIT_ROWS_AT_ONCE, 50),
};
type AuditFilter = v.InferOutput<v.ObjectSchema<typeof auditFilter, undefined>>;

/**
 * Audits are newest first and without codes, so they can be passed on. `next`: cursor of the next part, or `null`; ids
 * decrease, so it holds while rows are added. `at`: business time; `realAt`: real time.
 */
export const auditOf = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object({
    rows: v.array(v.object({ id: number, at: time, userId: text, ...entries, realAt: realTime })),
    next: optionalNumber,
  });

export function inPart(table: typeof drawAudit | typeof grantAudit, { user, day: of, before }: AuditFilter) {
  const midnight = of === undefined ? undefined : midnightInShanghai(of);
  return and(
    user === undefined ? undefined : eq(table.userId, user),
    midnight && gte(table.businessAt, midnight),
    midnight && lt(table.businessAt, new Date(midnight.getTime() + DAY_MS)),
    before === undefined ? undefined : lt(table.id, before),
  );
}
