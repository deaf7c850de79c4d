import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** What each process counts of its users' calls, shared once a second. A row lives for three minutes. */
export const userCounts = pgTable(
  'user_counts',
  {
    /** Random, of one process. */
    process: text().notNull(),
    userId: text().notNull(),
    /** Since the epoch. */
    minute: integer().notNull(),
    calls: integer().notNull(),
    callsUnderWay: integer().notNull(),
    uploadsUnderWay: integer().notNull(),
    /** By the database's clock. */
    seenAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.minute, table.process] }),
    index('user_counts_minute').on(table.minute),
  ],
);
