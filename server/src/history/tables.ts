import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, index, integer, json, pgTable, serial, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { type FieldChange, ways } from '../commands/actor.ts';
import { instant } from '../database/columns.ts';

/** A release was given to a remote's visitors (`releases/registry/releases.ts`). */
export const isPromotion = ({ changes }: { changes: AnyPgColumn }): SQL => sql`${changes} -> 0 ->> 'path' = 'promoted'`;

/**
 * What people, teams and the program decide, and looks at personal data (architecture, "History"). Append-only. It
 * holds ids, never a phone, an address or a code.
 */
export const events = pgTable(
  'events',
  {
    id: serial().primaryKey(),
    /** Real time. */
    at: instant().notNull(),
    businessAt: instant().notNull(),
    by: text().notNull(),
    way: text({ enum: ways }).notNull(),
    command: text().notNull(),
    /** Ids: of a document, a remote, a team, a user, a work; `import 7`, `prize 12`. */
    about: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    why: text().notNull().default(''),
    /** In the order of the fields. */
    changes: json().$type<FieldChange[]>().notNull().default([]),
    /** The document that changed. */
    document: text(),
    /** The event that it undoes; each is undone once. */
    undoes: integer(),
  },
  (table) => [
    index('events_at').on(table.at),
    index('events_about').using('gin', table.about),
    uniqueIndex('events_undoes').on(table.undoes),
    index('events_promotions').on(table.id).where(isPromotion(table)),
  ],
);
