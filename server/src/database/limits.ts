/** Milliseconds; each well below `DEFAULT_ANSWER_LIMIT_MS`. */
export interface DatabaseLimits {
  readonly poolSize: number;
  /** Wait for a connection or for a transaction's turn. */
  readonly connectMs: number;
  readonly lockMs: number;
  /** Includes lock waits. */
  readonly statementMs: number;
}

export const defaultDatabaseLimits: DatabaseLimits = { poolSize: 10, connectMs: 5_000, lockMs: 3_000, statementMs: 5_000 };

/** Bounds for operators. */
export const databaseLimitBounds = { poolSize: { low: 1, high: 200 }, waitMs: { low: 100, high: 60_000 } } as const;

/** Concurrent transactions. The rest of the pool serves plain reads and nonces while transactions wait for a row. */
export const maxTransactions = (poolSize: number): number => Math.max(1, Math.floor(poolSize * 0.7));

/** Queue length; above it code 429. */
export const MAX_WAITING_TRANSACTIONS = 500;

/** Then rolled back, since its locks block others. */
export const IDLE_IN_TRANSACTION_MS = 5_000;

/** After `statementMs`, before a silent connection is dropped. */
export const STATEMENT_GRACE_MS = 1_000;

/** Then code 500; a repeat returns the result. Pages give up after 10 s (architecture, "The wire"). */
export const DEFAULT_ANSWER_LIMIT_MS = 8_000;
