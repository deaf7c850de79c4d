import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { SQL } from 'drizzle-orm';
import * as v from 'valibot';

/** A database or transaction, embedded or PostgreSQL. */
export type Queries = PgDatabase<PgQueryResultHKT>;

/** Runs before any write. @throws StartRefused unless the database may be used */
export type Admission = (queries: Queries) => Promise<void>;

/** PostgreSQL connections for calls, of this process. */
type PoolLoad = {
  inUse: number;
  idle: number;
  /** Calls that wait for a connection. */
  waiting: number;
  transactions: { running: number; waiting: number };
};

/**
 * Calls a procedure of the migrations by the names of its parameters, in one round trip. It commits by itself: where
 * the call fails without an error of the procedure, its outcome is unknown.
 * @param endsAt by `performance.now()`; the call isn't sent after it
 * @returns its INOUT parameters; the caller parses them
 * @throws NoTurn when it wasn't sent
 */
type CallProcedure = (
  procedure: string,
  parameters: Readonly<Record<string, Parameter>>,
  endsAt: number,
) => Promise<unknown>;

/** Objects are passed as JSON text. */
export type Parameter = string | number | boolean | Date | readonly string[] | null;

/** `call name(p_first => $1, …)` */
export const callStatement = (procedure: string, parameters: Readonly<Record<string, Parameter>>): string =>
  `call ${procedure}(${Object.keys(parameters)
    .map((name, index) => `${name} => $${index + 1}`)
    .join(', ')})`;

export interface OpenDatabase {
  readonly queries: Queries;
  /** On PostgreSQL a separate connection: queued calls don't make the database look unavailable. */
  readonly probes: Queries;
  /** For logs. */
  readonly kind: 'pglite' | 'postgresql';
  readonly call: CallProcedure;
  /** `null`: the embedded database has one connection. */
  load(): PoolLoad | null;
  /** Runs work of concurrent starts one at a time. */
  exclusively<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Longest wait of a migration for a lock, ms: below `lockMs`, so that no call fails that waits behind a migration.
 */
export const MIGRATION_LOCK_MS = 1_000;

/**
 * Milliseconds; each well below `DEFAULT_ANSWER_LIMIT_MS`. `connectMs`: also for a transaction's turn; `statementMs`
 * includes lock waits.
 */
export const defaultDatabaseLimits = { poolSize: 10, connectMs: 5_000, lockMs: 3_000, statementMs: 5_000 };
export type DatabaseLimits = typeof defaultDatabaseLimits;

/** Then rolled back, since its locks block others. */
export const IDLE_IN_TRANSACTION_MS = 5_000;

/** Then code 500; a repeat returns the result. Pages give up after 10 s (architecture, "The wire"). */
export const DEFAULT_ANSWER_LIMIT_MS = 8_000;

/** A queue before the database is full. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting';
  readonly queue: string;

  constructor(queue: string) {
    super(`Too many wait: ${queue}.`);
    this.queue = queue;
  }
}

/** The time to wait was over before the turn came: nothing was sent to the database. `isUnavailable` recognizes it. */
export class NoTurn extends Error {
  override name = 'NoTurn';
  readonly code = 'ETIMEDOUT';
}

/**
 * PostgreSQL's temporary errors (manual, appendix A): connection (08), resources (53), operator intervention, shutdown
 * and timeout (57), lock not available (55P03), idle transaction (25P03), read-only standby (25006).
 */
const SQL_STATES = /^(08...|53...|57...|55P03|25P03|25006)$/;
const NETWORK_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** node-postgres errors without a code. */
const DRIVER_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/;

/** Whether the database is away or too slow, so a retry may succeed. After a failed COMMIT the outcome is unknown. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    SQL_STATES.test(code) || NETWORK_CODES.test(code) || DRIVER_WORDS.test(error.message) || isUnavailable(error.cause)
  );
}

/** PostgreSQL's manual, appendix A. */
export const LOCK_NOT_AVAILABLE = '55P03';
export const DEADLOCK_DETECTED = '40P01';
export const READ_ONLY_TRANSACTION = '25006';

/** Of an error or its cause; empty without one. */
export function sqlStateOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : sqlStateOf(error.cause);
}

/** Rows of SQL that the schema's tables don't describe, parsed. */
export async function rowsOf<Schema extends v.GenericSchema>(
  queries: Queries,
  schema: Schema,
  query: SQL,
): Promise<v.InferOutput<Schema>[]> {
  return v.parse(v.object({ rows: v.array(schema) }), await queries.execute(query)).rows;
}
