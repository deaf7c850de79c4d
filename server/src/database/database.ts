import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** A database or a transaction, embedded or PostgreSQL. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Throws if the database may not be used. */
export type Admission = (queries: Queries) => Promise<void>;

export interface OpenDatabase {
  readonly queries: Queries;
  /** For probes. On PostgreSQL a separate connection, so that waiting calls don't count as an unavailable database. */
  readonly probes: Queries;
  /** For logs. */
  readonly kind: 'pglite' | 'postgresql';
  /** Runs work of concurrently starting processes one at a time. */
  exclusively<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Another process has the embedded database open. */
export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';
}

/** The demonstration would start on a database that isn't its own. Nothing was written. */
export class NotTheDemonstrations extends Error {
  override name = 'NotTheDemonstrations';
}
