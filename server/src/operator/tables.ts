import { index, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { changed, instant } from '../database/columns.ts';

/**
 * Operators' looks at personal data, exports, imports, shipments and overruled decisions. Append-only, but for what an
 * import counts.
 */
export const operatorActions = pgTable(
  'operator_actions',
  {
    id: serial().primaryKey(),
    action: text().notNull(),
    /** Such as a user's id or a count; never a phone, an address or a code. */
    subject: text().notNull().default(''),
    ...changed,
    /** `feed`: another system, by the bearer token of operations. */
    way: text({ enum: ['console', 'command', 'file', 'start', 'team', 'program', 'feed'] }).notNull(),
  },
  (table) => [index('operator_actions_changed').on(table.changedAt)],
);

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
