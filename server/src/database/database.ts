import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** A database or transaction, embedded or PostgreSQL. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>;

export type Admission = (queries: Queries) => Promise<void>;

export interface OpenDatabase {
  readonly queries: Queries;
  /** On PostgreSQL a separate connection: queued calls don't make the database look unavailable. */
  readonly probes: Queries;
  /** For logs. */
  readonly kind: 'pglite' | 'postgresql';
  /** Runs work of concurrent starts one at a time. */
  exclusively<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Another process has the embedded database open. */
export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';
}

/** The database isn't the demonstration's own. Nothing was written. */
export class NotTheDemonstrations extends Error {
  override name = 'NotTheDemonstrations';
}
