import { customType, text, timestamp } from 'drizzle-orm/pg-core';
import { ways } from '../commands/actor.ts';

/**
 * A column's name is its field's in snake case; unique ones name theirs, since Drizzle names the constraint by it.
 * Columns of type `date` are Shanghai's days as `YYYY-MM-DD`, which both drivers return.
 */
export const casing = 'snake_case';

export const instant = () => timestamp({ withTimezone: true });
export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (stored) => Buffer.from(stored),
});

/** Who changed something, and why. */
export const changed = {
  /** Who: an operator, a team, `file`, `start` for a start of the program, or what of the running program does it. */
  changedBy: text().notNull(),
  why: text().notNull().default(''),
  way: text({ enum: ways }).notNull(),
  /** Real time. */
  changedAt: instant().notNull(),
};
