import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ReportFields } from './report-fields.ts';

/** The 2022 report of a fridge. The fridge needn't be known: it may be bound after its data came. */
export const reports = pgTable('reports', {
  fridgeId: text('fridge_id').primaryKey(),
  fields: jsonb('fields').$type<ReportFields>().notNull(),
  /** Real time of the last import that changed it. */
  importedAt: timestamp('imported_at', { withTimezone: true, mode: 'date' }).notNull(),
});
