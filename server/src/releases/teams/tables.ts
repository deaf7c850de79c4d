import { index, json, pgTable, text } from 'drizzle-orm/pg-core';
import { changed, instant } from '../../database/columns.ts';

/** A team's signed request counts once. */
export const teamRequests = pgTable(
  'team_requests',
  {
    /** The team's name and the request's id. */
    id: text().primaryKey(),
    usedAt: instant().notNull(),
    /** What it did, where the same one may be sent again. */
    done: json().$type<unknown>(),
  },
  (table) => [index('team_requests_used').on(table.usedAt)],
);

/** By fingerprint. A revoked key verifies nothing, also when a version of the teams that names it is restored. */
export const revokedTeamKeys = pgTable('revoked_team_keys', {
  keyId: text().primaryKey(),
  ...changed,
});
