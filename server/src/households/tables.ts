import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { RowKind } from './household-rows.ts';

export const accounts = pgTable('accounts', {
  userId: text().primaryKey(),
  /** `null`: another account has it now, or nobody. */
  phone: text().unique(),
  nickName: text().notNull().default(''),
  headImgUrl: text().notNull().default(''),
  grid: text().notNull().default(''),
  supply: text().notNull().default(''),
  realNameVerified: boolean().notNull().default(false),
  /** The event of the block; `null`: not blocked. No import changes it. */
  blockedBy: integer(),
});

/** The user whose row it is. */
export const owner = () =>
  text()
    .notNull()
    .references(() => accounts.userId);

export const homes = pgTable(
  'homes',
  {
    homeId: text().primaryKey(),
    userId: owner(),
  },
  (table) => [index('homes_user').on(table.userId)],
);

export const fridges = pgTable(
  'fridges',
  {
    fridgeId: text().primaryKey(),
    homeId: text()
      .notNull()
      .references(() => homes.homeId),
    sn8: text().notNull(),
    spec: text().notNull().default(''),
    name: text().notNull().default(''),
  },
  (table) => [index('fridges_home').on(table.homeId)],
);

/** By the sn8 from its 4th character, for `getInfo`. */
export const deviceConfigs = pgTable('device_configs', {
  sn: text().primaryKey(),
  highBrand: integer().notNull(),
  devType: text().notNull(),
});

/**
 * What the lines of an import give each row, by the names of columns: of the import that is under way, and empty at the
 * end of its transaction.
 */
export const householdLines = pgTable(
  'household_lines',
  {
    kind: text().$type<RowKind>().notNull(),
    id: text().notNull(),
    line: integer().notNull(),
    fields: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.id, table.line] })],
);
