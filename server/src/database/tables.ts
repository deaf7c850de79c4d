import { sql } from 'drizzle-orm';
import { bigint, boolean, check, integer, pgTable } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** One row. `null` for the demonstration's mark: from before it was stored. */
export const businessClock = pgTable(
  'business_clock',
  {
    id: integer().primaryKey().default(1),
    offsetMs: bigint({ mode: 'number' }).notNull(),
    startedAt: instant().notNull().defaultNow(),
    demonstration: boolean(),
  },
  (table) => [check('business_clock_single', sql`${table.id} = 1`)],
);
