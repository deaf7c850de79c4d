import { sql } from 'drizzle-orm';
import type * as v from 'valibot';
import { type Queries, rowsOf } from '../database/database.ts';
import { openPostgresql } from '../database/open-postgresql.ts';

export interface SiteDatabase {
  readonly queries: Queries;
  /** The rows of a statement without parameters. */
  rows<Schema extends v.GenericSchema>(schema: Schema, statement: string): Promise<v.InferOutput<Schema>[]>;
  close(): Promise<void>;
}

/** The PostgreSQL of a site under test, past its program. */
export function openSiteDatabase(url: string): SiteDatabase {
  const { queries, close } = openPostgresql(url, () => undefined);
  return { queries, rows: (schema, statement) => rowsOf(queries, schema, sql.raw(statement)), close };
}
