import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** Files of a release that its team uploaded, in the object store. */
export const uploadedReleases = pgTable(
  'uploaded_releases',
  {
    name: text().notNull(),
    version: text().notNull(),
    /** What the store has, by file (`uploaded-releases/stored-file.ts`). */
    files: jsonb().$type<unknown>().notNull(),
    /** Where it was served when it was uploaded. The release's own address is another once it has moved. */
    baseUrl: text().notNull().default(''),
    /** In the store, with the compressed forms. */
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    uploadedAt: instant().notNull(),
    /** When the sweep last found that pages get it, or may get it again. */
    neededAt: instant(),
    /** When the sweep removed its files. */
    removedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
);

/**
 * Objects of the store that belong to no release: of an upload until it is committed, of one that was cut off, of a
 * release that the sweep removes. The row is written before the first object and removed after the last.
 */
export const unusedReleaseObjects = pgTable(
  'unused_release_objects',
  {
    id: text().primaryKey(),
    keys: jsonb().$type<unknown>().notNull(),
    /** Real time. They are removed from then on. */
    dueAt: instant().notNull(),
  },
  (table) => [index('unused_release_objects_due').on(table.dueAt)],
);
