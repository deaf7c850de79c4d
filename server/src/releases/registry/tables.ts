import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { changed, instant } from '../../database/columns.ts';

/** Published releases. Immutable, except where they are served from, and whether they are there. */
export const releases = pgTable(
  'releases',
  {
    name: text().notNull(),
    version: text().notNull(),
    /** Absolute, with a trailing slash; files of the description are relative to it. */
    baseUrl: text().notNull(),
    description: jsonb().$type<unknown>().notNull(),
    /** When operators removed it: pages can't get it any more. Real time. */
    removedAt: instant(),
    ...changed,
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

/** Markup and styles of the releases' shells, which pages bring (`host-origin/shell-texts.ts`). Releases share them. */
export const shellTexts = pgTable('shell_texts', {
  /** Of `content` in UTF-8, as `release.json` writes it. */
  integrity: text().primaryKey(),
  content: text().notNull(),
});
