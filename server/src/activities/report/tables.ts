import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns.ts';
import type { ReportFields } from './report-fields.ts';

/** Report of 2022. The fridge may be bound later. */
export const reports = pgTable('reports', {
  fridgeId: text().primaryKey(),
  fields: jsonb().$type<ReportFields>().notNull(),
  /** Real time of the last import. */
  importedAt: instant().notNull(),
});
