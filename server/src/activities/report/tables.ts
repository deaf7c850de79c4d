import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ReportFields } from './report-fields.ts';

/** A fridge's 2022 report. The fridge may be bound later. */
export const reports = pgTable('reports', {
  fridgeId: text('fridge_id').primaryKey(),
  fields: jsonb('fields').$type<ReportFields>().notNull(),
  /** Real time of the last import that changed it. */
  importedAt: timestamp('imported_at', { withTimezone: true, mode: 'date' }).notNull(),
});
