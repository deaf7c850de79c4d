import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** What queries run on: the database itself or a transaction in it, embedded or PostgreSQL. */
export type Queries = PgDatabase<PgQueryResultHKT, typeof schema>;

/** Whether a database may be used at all. @throws what refuses it */
export type Admission = (queries: Queries) => Promise<void>;

export interface OpenDatabase {
  readonly queries: Queries;
  /**
   * For probes: on PostgreSQL a connection of their own, so that calls which wait say nothing of the database. The
   * embedded one has a single connection.
   */
  readonly probes: Queries;
  /** Where it is, fit for a log: never with a password. */
  readonly kind: 'pglite' | 'postgresql';
  /**
   * Runs what must happen once even if two processes start at the same moment: the second waits until the first
   * is through.
   */
  exclusively<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Another process has the embedded database open; the message tells which, and what to do. */
export class DirectoryInUse extends Error {
  override name = 'DirectoryInUse';
}

/** The demonstration was to start on a database that isn't its own; the message tells what to do. Nothing was written. */
export class NotTheDemonstrations extends Error {
  override name = 'NotTheDemonstrations';
}
