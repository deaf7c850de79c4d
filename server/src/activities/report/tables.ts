import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { ReportFields } from './report-fields.ts';

/** Report of 2022. The fridge may be bound later. */
export const reports = pgTable('reports', {
  fridgeId: text('fridge_id').primaryKey(),
  fields: jsonb('fields').$type<ReportFields>().notNull(),
  /** Real time of the last import. */
  importedAt: timestamp('imported_at', { withTimezone: true, mode: 'date' }).notNull(),
});
