import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';
import { owner } from '../households/tables.ts';

/** Level 0 is "thanks". `stock` limits `issued`; `null`: unlimited. */
export const drawOutcomes = pgTable(
  'draw_outcomes',
  {
    level: integer().primaryKey(),
    weight: integer().notNull(),
    stock: integer(),
    issued: integer().notNull().default(0),
    isVirtual: boolean().notNull().default(false),
  },
  (table) => [
    check('draw_outcomes_level', sql`${table.level} between 0 and 6`),
    check('draw_outcomes_weight', sql`${table.weight} >= 0`),
    check(
      'draw_outcomes_stock',
      sql`${table.issued} >= 0 and (${table.stock} is null or ${table.issued} <= ${table.stock})`,
    ),
  ],
);

/** When it was revoked, by the business clock, and the id of what its owner got instead. */
export const revocation = { revokedAt: instant(), replacedBy: text() };

export const drawPrizes = pgTable(
  'draw_prizes',
  {
    id: text().primaryKey(),
    userId: owner(),
    level: integer()
      .notNull()
      .references(() => drawOutcomes.level),
    isVirtual: boolean().notNull(),
    wonAt: instant().notNull(),
    deadline: instant().notNull(),
    recipientName: text(),
    recipientPhone: text(),
    recipientAddress: text(),
    /** Business time; `null`: not shipped. Set once, with carrier and number, which can be corrected. */
    shippedAt: instant(),
    carrier: text(),
    trackingNumber: text(),
    /** The operator. */
    shippedBy: text(),
    ...revocation,
  },
  (table) => [
    index('draw_prizes_user').on(table.userId),
    index('draw_prizes_won').on(table.wonAt, table.id),
    index('draw_prizes_physical')
      .on(table.wonAt, table.id)
      .where(sql`not ${table.isVirtual}`),
    check('draw_prizes_shipped', sql`(${table.shippedAt} is null) = (${table.trackingNumber} is null)`),
  ],
);

/** Only an import without assigned codes can be taken back; its row stays. */
export const codeImports = pgTable('code_imports', {
  id: serial().primaryKey(),
  level: integer()
    .notNull()
    .references(() => drawOutcomes.level),
  source: text().notNull(),
  imported: integer().notNull().default(0),
  realAt: instant().notNull(),
  businessAt: instant().notNull(),
  takenBackAt: instant(),
});

/** Imported codes of virtual prizes; each belongs to at most one prize. */
export const prizeCodes = pgTable(
  'prize_codes',
  {
    id: serial().primaryKey(),
    level: integer()
      .notNull()
      .references(() => drawOutcomes.level),
    code: text().notNull().unique(),
    pwd: text().notNull(),
    prizeId: text('prize_id')
      .unique()
      .references(() => drawPrizes.id),
    /** `null`: older than imports, or the demonstration's. */
    importId: integer().references(() => codeImports.id),
  },
  (table) => [
    index('prize_codes_free')
      .on(table.level, table.id)
      .where(sql`${table.prizeId} is null`),
    index('prize_codes_import').on(table.importId),
  ],
);
