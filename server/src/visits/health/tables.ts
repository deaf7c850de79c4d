import { boolean, doublePrecision, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns.ts';

/** What became of a release on one view of the page (`release-views.ts`). */
export const releaseViews = pgTable(
  'release_views',
  {
    /** As `pageId` of `tracked_events`. */
    page: text().notNull(),
    remote: text().notNull(),
    version: text().notNull(),
    /** Tag of the visitor that this view counts for (`attributeView`); `null`: nobody. */
    visitor: text(),
    /** Number of the network that its first event came from (`visits/network-of.ts`). */
    network: text(),
    opened: boolean().notNull().default(false),
    /** Of its first failure. */
    failedPhase: text(),
    failedReason: text(),
    /** Milliseconds. */
    load: integer(),
    lcp: integer(),
    inp: integer(),
    cls: doublePrecision(),
    /** Real time. */
    firstAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.page, table.remote, table.version] }),
    index('release_views_release').on(table.remote, table.version, table.firstAt),
    index('release_views_first').on(table.firstAt),
  ],
);
