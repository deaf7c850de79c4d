import * as v from 'valibot';
import { type CommandTable, doneBy, number, text } from '../../operator/command-fields.ts';

/** Reports of a part of an import. */
export const REPORTS_AT_ONCE = 500;

export const reportCommands = {
  /** Objects of `fridgeId` and report fields; others are rejected by number. */
  'report.import': {
    fields: v.object({
      reports: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(REPORTS_AT_ONCE)),
      /** A later part of an import, which is written down with its first. */
      continued: v.optional(v.boolean(), false),
      ...doneBy,
    }),
    answer: v.object({ imported: number, added: number, rejected: v.array(v.object({ row: number, reason: text })) }),
  },
} as const satisfies CommandTable;

export type ImportedReports = v.InferOutput<(typeof reportCommands)['report.import']['answer']>;
