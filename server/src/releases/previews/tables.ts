import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns.ts';

/** A developer's remote inside this host, for one visit (docs/contract.md, "Inside a running host"). */
export const previews = pgTable('previews', {
  /** SHA-256 of the id that the team's kit keeps. */
  idHash: text().primaryKey(),
  team: text().notNull(),
  /** Made the last request for it; without this key it ends. */
  keyId: text().notNull().default(''),
  /** SHA-256 of what the link holds that opens it once. */
  linkHash: text(),
  /** SHA-256 of what the visit's cookie holds. `null`: not opened yet. */
  visitHash: text(),
  name: text().notNull(),
  /** The release is served from here, such as `http://localhost:5199/`. */
  baseUrl: text().notNull(),
  description: jsonb().$type<unknown>().notNull(),
  expiresAt: instant().notNull(),
  updatedAt: instant(),
});
