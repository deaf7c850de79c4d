/**
 * How long the database may keep anybody waiting, milliseconds, and how many connections a server process takes. Each
 * ends well before the call's answer is due (`DEFAULT_ANSWER_LIMIT_MS`).
 */
export interface DatabaseLimits {
  readonly poolSize: number;
  /** For a connection: a new one, or a place in the pool while others use it; and for a transaction's turn. */
  readonly connectMs: number;
  /** For a lock that somebody else holds. */
  readonly lockMs: number;
  /** For one statement, its locks included. */
  readonly statementMs: number;
}

export const defaultDatabaseLimits: DatabaseLimits = { poolSize: 10, connectMs: 5_000, lockMs: 3_000, statementMs: 5_000 };

/** What operators may set them to. */
export const databaseLimitBounds = { poolSize: { low: 1, high: 200 }, waitMs: { low: 100, high: 60_000 } } as const;

/**
 * Transactions of a process at a time. Those that all wait for one row leave connections to the calls that only read,
 * and to the nonce of every call.
 * @param poolSize connections of the process
 */
export const transactionsAtOnce = (poolSize: number): number => Math.max(1, Math.floor(poolSize * 0.7));

/** Transactions of a process that may stand in line for their turn; one more is refused as too many (code 429). */
export const TRANSACTIONS_WAITING = 500;

/** A transaction whose process stands still is rolled back after this: its locks keep others waiting. */
export const IDLE_IN_TRANSACTION_MS = 5_000;

/** PostgreSQL ends a statement by itself; one that it says nothing of for so much longer is lost with its connection. */
export const SILENCE_BEYOND_STATEMENT_MS = 1_000;

/**
 * A call that isn't answered yet is answered with "our fault" then; what became of it is told when it's sent again.
 * Pages give up after 10 s (architecture, "The wire").
 */
export const DEFAULT_ANSWER_LIMIT_MS = 8_000;
