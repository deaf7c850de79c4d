import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** The primary key makes a request count once. */
export const nonces = pgTable(
  'nonces',
  {
    nonce: text().primaryKey(),
    usedAt: instant().notNull(),
  },
  (table) => [index('nonces_used_at').on(table.usedAt)],
);
