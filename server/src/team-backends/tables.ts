import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** Public halves of the keys that processes sign identities for teams' backends with. Private halves stay in memory. */
export const identityKeys = pgTable('identity_keys', {
  keyId: text().primaryKey(),
  publicJwk: jsonb().$type<unknown>().notNull(),
  expiresAt: instant().notNull(),
});
