import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, primaryKey, serial, text, unique } from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns.ts';
import { accounts, owner } from '../../households/tables.ts';

export const drawChances = pgTable(
  'draw_chances',
  {
    userId: text()
      .primaryKey()
      .references(() => accounts.userId),
    chancesLeft: integer('remaining').notNull(),
  },
  (table) => [check('draw_chances_remaining', sql`${table.chancesLeft} >= 0`)],
);

/** One row: counts the changes of the weights in `draw_outcomes`, for the audit. */
export const drawWeightsVersion = pgTable(
  'draw_weights',
  { id: integer().primaryKey().default(1), version: integer().notNull() },
  (table) => [check('draw_weights_single', sql`${table.id} = 1`)],
);

/** Results by `requestId`, repeated forever. */
export const draws = pgTable(
  'draws',
  {
    userId: owner(),
    requestId: text().notNull(),
    level: integer(),
    prizeId: text('prize_id').unique(),
    chancesLeft: integer('surplus').notNull(),
    drawnAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.requestId] })],
);

/** The roll, the level hit, and the stock left. */
export const drawAudit = pgTable(
  'draw_audit',
  {
    id: serial().primaryKey(),
    userId: text().notNull(),
    requestId: text().notNull(),
    roll: integer().notNull(),
    totalWeight: integer().notNull(),
    weightsVersion: integer().notNull(),
    hitLevel: integer().notNull(),
    givenLevel: integer().notNull(),
    stockLeft: integer(),
    realAt: instant().notNull(),
    businessAt: instant().notNull(),
  },
  (table) => [
    unique('draw_audit_once').on(table.userId, table.requestId),
    index('draw_audit_at').using('brin', table.businessAt),
    foreignKey({ columns: [table.userId, table.requestId], foreignColumns: [draws.userId, draws.requestId] }),
  ],
);
