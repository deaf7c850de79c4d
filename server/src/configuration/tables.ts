import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { changed, instant } from '../database/columns.ts';

/** What operators decide (architecture, "Configuration is versioned documents"). Append-only. */
export const configVersions = pgTable(
  'config_versions',
  {
    name: text({ enum: ['registry', 'settings', 'draw', 'grants', 'teams'] }).notNull(),
    serial: integer().notNull(),
    /** JSON text, so that a revert is equal byte for byte. */
    document: text().notNull(),
    /** The serial that a revert restored. */
    reverts: integer(),
    ...changed,
    /** By the database's clock: what has to last so long must not hang on the clock of one machine. */
    storedAt: instant().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.name, table.serial] })],
);
