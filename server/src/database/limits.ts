/** PostgreSQL limits, milliseconds; each is well below `DEFAULT_ANSWER_LIMIT_MS`. */
export interface DatabaseLimits {
  readonly poolSize: number;
  /** Wait for a new connection, a free one of the pool, or a transaction's turn. */
  readonly connectMs: number;
  readonly lockMs: number;
  /** One statement with its lock waits. */
  readonly statementMs: number;
}

export const defaultDatabaseLimits: DatabaseLimits = { poolSize: 10, connectMs: 5_000, lockMs: 3_000, statementMs: 5_000 };

/** What operators may set. */
export const databaseLimitBounds = { poolSize: { low: 1, high: 200 }, waitMs: { low: 100, high: 60_000 } } as const;

/**
 * Concurrent transactions. The rest of the pool serves plain reads and nonces while all transactions wait for one row.
 */
export const maxTransactions = (poolSize: number): number => Math.max(1, Math.floor(poolSize * 0.7));

/** Transactions that may queue; further ones are refused with code 429. */
export const MAX_WAITING_TRANSACTIONS = 500;

/** A transaction without statements for this long is rolled back, since its locks block others. */
export const IDLE_IN_TRANSACTION_MS = 5_000;

/** Margin after `statementMs` before a silent connection is dropped. */
export const STATEMENT_GRACE_MS = 1_000;

/**
 * A call is then answered with code 500; a repeat tells its result. Pages give up after 10 s (architecture, "The
 * wire").
 */
export const DEFAULT_ANSWER_LIMIT_MS = 8_000;
