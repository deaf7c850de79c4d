import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';
import type { Queries } from '../database/database.ts';

/** `underWay`: one process carries it out. */
export const laterStates = ['pending', 'underWay', 'done', 'refused', 'cancelled'] as const;

/** Commands for a moment to come. */
export const laterChanges = pgTable(
  'later_changes',
  {
    id: serial().primaryKey(),
    /** Business time. */
    dueAt: instant().notNull(),
    command: text().notNull(),
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Whose change it is, and why. */
    by: text().notNull(),
    why: text().notNull(),
    role: text({ enum: ['viewer', 'reviewer', 'shipper', 'operator', 'admin'] }).notNull(),
    /** The version that it is made against. */
    expected: integer(),
    confirmed: boolean().notNull(),
    state: text({ enum: laterStates }).notNull().default('pending'),
    /** Real time. */
    takenAt: instant(),
    /** Its events, or why it was refused. */
    outcome: text().notNull().default(''),
  },
  (table) => [
    index('later_changes_due')
      .on(table.dueAt, table.id)
      .where(sql`${table.state} = 'pending'`),
  ],
);

/** Until the transaction ends, nobody else adds or takes one. */
export const lockLater = (transaction: Queries) =>
  transaction.execute(sql`lock table ${laterChanges} in share row exclusive mode`);
