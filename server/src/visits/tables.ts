import type { Vitals } from '@fridge/shared-contracts/page';
import { sql } from 'drizzle-orm';
import { bigserial, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** Unique by the page's id. `at` is the page's time. The event decides which other columns are set. */
export const trackedEvents = pgTable(
  'tracked_events',
  {
    position: bigserial({ mode: 'number' }).primaryKey(),
    id: text().notNull().unique(),
    event: text({ enum: ['pageView', 'click', 'failure', 'open', 'vitals'] }).notNull(),
    page: text().notNull(),
    name: text(),
    remote: text(),
    version: text(),
    phase: text(),
    reason: text(),
    /** By what the page view is known (`page-id.ts`), if the event counts for it (`tracking.ts`). */
    pageId: text(),
    /** Milliseconds, of an `open`. */
    phases: jsonb().$type<Readonly<Record<string, number>>>(),
    vitals: jsonb().$type<Vitals>(),
    at: instant().notNull(),
    receivedAt: instant().notNull(),
  },
  (table) => [
    index('tracked_events_received').on(table.receivedAt),
    index('tracked_events_page')
      .on(table.pageId, table.event)
      .where(sql`${table.pageId} is not null`),
  ],
);

/** One row (`page-id.ts`). */
export const pageIdKey = pgTable(
  'page_id_key',
  { id: integer().primaryKey().default(1), key: text().notNull() },
  (table) => [check('page_id_key_single', sql`${table.id} = 1`)],
);
