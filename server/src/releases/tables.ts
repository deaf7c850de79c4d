import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';
import { events } from '../history/tables.ts';

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
    /** Who published it, or moved it last, when and why. */
    event: integer()
      .notNull()
      .references(() => events.id),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

/** Markup and styles of the releases' shells, which pages bring (`host-origin/shell-texts.ts`). Releases share them. */
export const shellTexts = pgTable('shell_texts', {
  /** Of `content` in UTF-8, as `release.json` writes it. */
  integrity: text().primaryKey(),
  content: text().notNull(),
});

/** Objects of the store, named by their content: files of releases that teams upload and of the host's builds. */
export const storedFiles = pgTable('stored_files', {
  /** SHA-384, as `release.json` writes it. */
  hash: text().primaryKey(),
  bytes: bigint({ mode: 'number' }).notNull(),
  /** When somebody last sent it, or a process last said that its host's build has it. Real time. */
  usedAt: instant().notNull(),
});

/** Which object is served at a path, in each encoding. */
export const servedFiles = pgTable(
  'served_files',
  {
    /**
     * Below the origin of uploaded releases, `draw/1.4.0/remoteEntry.js`; of a build, `host/assets/hall-DpOqU1t1.css`.
     */
    path: text().notNull(),
    /** `host` for a build. */
    remote: text().notNull(),
    /** Or the build's id. */
    version: text().notNull(),
    encoding: text().$type<'identity' | 'br' | 'gzip'>().notNull(),
    hash: text()
      .notNull()
      .references(() => storedFiles.hash),
  },
  (table) => [
    primaryKey({ columns: [table.path, table.version, table.encoding] }),
    index('served_files_release').on(table.remote, table.version),
    index('served_files_hash').on(table.hash),
  ],
);
