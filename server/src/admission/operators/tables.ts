import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns.ts';

/** One-time links to the operators' pages, by the SHA-256 of their key. */
export const operatorLinks = pgTable('operator_links', {
  keyHash: text().primaryKey(),
  /** Whose session it begins. */
  operator: text().notNull().default(''),
  expiresAt: instant().notNull(),
  usedAt: instant(),
});

/** Sessions of the operators' pages, by the SHA-256 of their id. */
export const operatorSessions = pgTable(
  'operator_sessions',
  {
    idHash: text().primaryKey(),
    data: jsonb().$type<unknown>().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [index('operator_sessions_expires').on(table.expiresAt)],
);
