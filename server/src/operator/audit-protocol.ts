import * as v from 'valibot';
import {
  type CommandTable,
  day,
  limit,
  number,
  optionalNumber,
  positive,
  text,
  time,
  userId,
} from './command-fields.ts';

/** Rows of a part. */
export const AUDIT_ROWS_AT_ONCE = 1_000;

/** `day`: business time in China; `before`: the previous part's `next`. */
export const auditFilter = v.object({
  user: v.optional(userId),
  day: v.optional(day),
  before: v.optional(positive),
  limit: limit(AUDIT_ROWS_AT_ONCE),
});

/**
 * Audits are newest first and without codes, so they can be passed on. `next`: cursor of the next part, or `null`.
 * `realAt`: real clock.
 */
export const auditOf = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object({
    next: optionalNumber,
    rows: v.array(v.object({ id: number, at: time, realAt: time, userId: text, ...entries })),
  });

export const auditCommands = {
  /** Looks at personal data, exports, imports and shipments; `user`: about this user. `day` and `at`: real time. */
  'actions.audit': {
    fields: auditFilter,
    answer: v.object({
      next: optionalNumber,
      rows: v.array(v.object({ id: number, at: time, action: text, subject: text, by: text, why: text, way: text })),
    }),
  },
} as const satisfies CommandTable;
