import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

export const accounts = pgTable('accounts', {
  userId: text().primaryKey(),
  /** `null`: another account has it now, or nobody. */
  phone: text().unique(),
  nickName: text().notNull().default(''),
  headImgUrl: text().notNull().default(''),
  grid: text().notNull().default(''),
  supply: text().notNull().default(''),
  realNameVerified: boolean().notNull().default(false),
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
