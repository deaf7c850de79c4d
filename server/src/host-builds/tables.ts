import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../database/columns.ts';

/** A build of the host that processes serve, or served not long ago (`host-builds/`). */
export const hostBuilds = pgTable('host_builds', {
  /** Hash of its files. */
  id: text().primaryKey(),
  /** When a process last said that it serves it. */
  servedAt: instant().notNull(),
});

/** Its files whose name has a hash of their content, and their compressed forms: a row each. */
export const hostFiles = pgTable(
  'host_files',
  {
    build: text()
      .notNull()
      .references(() => hostBuilds.id, { onDelete: 'cascade' }),
    /** Path, such as `assets/hall-DpOqU1t1.css`. */
    file: text().notNull(),
    encoding: text().$type<'identity' | 'br' | 'gzip'>().notNull(),
    /** Of `content`, as `release.json` writes it. */
    integrity: text().notNull(),
    content: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.build, table.file, table.encoding] })],
);
