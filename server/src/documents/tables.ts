import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { events } from '../history/tables.ts';

/** What operators decide (architecture, "Configuration is versioned documents"). Append-only. */
export const configVersions = pgTable(
  'config_versions',
  {
    name: text({ enum: ['registry', 'settings', 'draw', 'grants', 'teams'] }).notNull(),
    serial: integer().notNull(),
    /** JSON text, as it was written. */
    document: text().notNull(),
    /** Who, when, why and what changed. */
    event: integer()
      .notNull()
      .references(() => events.id),
  },
  (table) => [primaryKey({ columns: [table.name, table.serial] })],
);
