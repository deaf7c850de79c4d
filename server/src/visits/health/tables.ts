import type { ThrownPlace } from '@fridge/shared-contracts/page';
import { boolean, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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
    /** Where it was thrown in the built files, what the error says, and in which browser, as far as it is known. */
    failedAs: jsonb().$type<{ place?: ThrownPlace; message?: string; browser?: string }>(),
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
